const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a message may come from this origin: from no web page, or from a page of the service itself. */
export function isOwnOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true
  const own = new URL(baseUrl)
  const from = URL.parse(origin)
  if (from === null || from.origin === 'null') return false
  if (from.origin === own.origin) return true
  return isLoopback(own) && isLoopback(from) && from.port === own.port
}

/**
 * Whether a message names this host. A service on a loopback address is reached by loopback names alone: a page that
 * points its own name there must not reach it. On a public address, the proxy decides which hosts it serves.
 */
export function isOwnHost(host: string | undefined, baseUrl: string): boolean {
  if (!isLoopback(new URL(baseUrl))) return true
  const named = URL.parse(`http://${host}`)
  return named !== null && isLoopback(named)
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname)
}
