import ipaddr from 'ipaddr.js'

/** The one origin that the account page works at, and the domain that its passkeys belong to. */
export type AccountOrigin = { readonly origin: string; readonly domain: string }

/**
 * The origin of the account page for a public address of the service. A passkey belongs to a domain, and an IP address
 * is not a domain. So the origin for a loopback address is `localhost`. Undefined where browsers offer no passkeys.
 */
export function accountOriginOf(baseUrl: string): AccountOrigin | undefined {
  const { protocol, hostname, port, origin } = new URL(baseUrl)
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) {
    if (ipaddr.process(bare).range() !== 'loopback') return undefined
    return { origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}`, domain: 'localhost' }
  }
  return protocol === 'https:' || hostname === 'localhost' ? { origin, domain: hostname } : undefined
}
