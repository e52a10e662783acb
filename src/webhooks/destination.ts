import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { errorCodeOf } from '#contract/error-code.ts'
import { LIMITS } from '#contract/limits.ts'
import type { DestinationReason } from '#contract/webhook-destination.ts'
import { isPublicAddress } from '#domain/public-address.ts'

/** A name of two or more labels. The URL parser has already made it lower-case ASCII. */
const DOTTED_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/
/** Hosts of this machine, as the URL parser writes them, and the addresses to connect to. */
const LOCAL_HOSTS: ReadonlyMap<string, readonly DialledAddress[]> = new Map([
  [
    'localhost',
    [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  ],
  ['127.0.0.1', [{ address: '127.0.0.1', family: 4 }]],
  ['[::1]', [{ address: '::1', family: 6 }]],
])
/**
 * Lookup errors that say: the name does not exist, or has no record of this kind. After any other error the answer is
 * unknown.
 */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

export type DestinationRules = {
  /** Outside production http destinations on this machine are accepted too. */
  readonly production: boolean
  /** Hosts of the service, with the port where it is not 443: `research.example`, `127.0.0.1:4663`. */
  readonly ownHosts: readonly string[]
  /** IP addresses of the service. */
  readonly originAddresses: readonly string[]
}
export type DialledAddress = { readonly address: string; readonly family: 4 | 6 }
/** Asks name servers. The hosts file of this machine plays no part. */
export type Resolver = {
  readonly resolve4: (host: string) => Promise<string[]>
  readonly resolve6: (host: string) => Promise<string[]>
}
type Refused = { readonly ok: false; readonly reason: DestinationReason }

/** Judges a callback URL by itself. The URL that is returned is the one to store and to use. */
export function judgeUrl(text: string, rules: DestinationRules): { readonly ok: true; url: URL } | Refused {
  const url = text.length > LIMITS.callbackUrlLength ? null : URL.parse(text)
  if (url === null || url.href.length > LIMITS.callbackUrlLength) return refused('malformed')
  if (url.username !== '' || url.password !== '') return refused('credentials')
  if (!rules.production && isLocal(url))
    return isOwnPort(url, rules) ? refused('own_host') : { ok: true, url }
  if (url.protocol !== 'https:') return refused('scheme')
  if (url.port !== '') return refused('port')
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith('[')) return refused('ip_address')
  url.hostname = url.hostname.replace(/\.$/, '')
  if (!DOTTED_NAME.test(url.hostname)) return refused('hostname')
  return isOwnName(url, rules) ? refused('own_host') : { ok: true, url }
}

/** The addresses to connect to, from one lookup. Refused unless every A and AAAA answer is public. */
export async function resolveDestination(
  url: URL,
  rules: DestinationRules,
  deps: { readonly resolver: Resolver; readonly signal: AbortSignal },
): Promise<{ readonly ok: true; readonly addresses: readonly DialledAddress[] } | Refused> {
  const local = rules.production ? undefined : localAddresses(url)
  if (local !== undefined) return { ok: true, addresses: local }
  const addresses = await lookup(url.hostname, deps)
  if (addresses === undefined || addresses.length === 0) return refused('dns')
  if (!addresses.every(({ address }) => isPublicAddress(address))) return refused('private_address')
  const own = new Set(rules.originAddresses.map(normal))
  return addresses.some(({ address }) => own.has(normal(address)))
    ? refused('own_address')
    : { ok: true, addresses }
}

function refused(reason: DestinationReason): Refused {
  return { ok: false, reason }
}

function isLocal(url: URL): boolean {
  return localAddresses(url) !== undefined
}

function localAddresses({ protocol, hostname }: URL): readonly DialledAddress[] | undefined {
  return protocol === 'http:' ? LOCAL_HOSTS.get(hostname) : undefined
}

/** Whether a URL on this machine has the service's own port. Any local name with that port reaches the service. */
function isOwnPort(url: URL, { ownHosts }: DestinationRules): boolean {
  const own = ownHosts.flatMap((host) => URL.parse(`http://${host}`) ?? [])
  return own.some(({ port, hostname }) => port === url.port && (port !== '' || LOCAL_HOSTS.has(hostname)))
}

/** Whether a URL names a host of the service, or a subdomain of one. */
function isOwnName({ hostname }: URL, { ownHosts }: DestinationRules): boolean {
  return ownHosts.some((host) => {
    const own = URL.parse(`https://${host}`)?.hostname.replace(/\.$/, '')
    return own !== undefined && (hostname === own || hostname.endsWith(`.${own}`))
  })
}

/** Every address of the name; undefined when one of the two lookups failed, or the signal came before their end. */
async function lookup(
  host: string,
  { resolver, signal }: { readonly resolver: Resolver; readonly signal: AbortSignal },
): Promise<readonly DialledAddress[] | undefined> {
  const aborted = Promise.withResolvers<undefined>()
  const giveUp = () => aborted.resolve(undefined)
  if (signal.aborted) return undefined
  signal.addEventListener('abort', giveUp, { once: true })
  const both = Promise.all([recordsOf(resolver.resolve4(host), 4), recordsOf(resolver.resolve6(host), 6)])
  const answers = await Promise.race([both, aborted.promise])
  signal.removeEventListener('abort', giveUp)
  const [four, six] = answers ?? []
  return four === undefined || six === undefined ? undefined : [...four, ...six]
}

/** The addresses of one kind; undefined when the name servers did not answer. */
async function recordsOf(
  records: Promise<string[]>,
  family: 4 | 6,
): Promise<readonly DialledAddress[] | undefined> {
  try {
    return (await records).map((address) => ({ address, family }))
  } catch (error) {
    return NO_RECORD.has(String(errorCodeOf(error))) ? [] : undefined
  }
}

function normal(address: string): string {
  return ipaddr.parse(address).toNormalizedString()
}
