import ipaddr from 'ipaddr.js'

/** IPv6 has public addresses in this block alone; an IPv4 address in IPv6 form is outside it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** The metadata service of a cloud, at an address within a public range. */
const CLOUD_METADATA: readonly string[] = ['168.63.129.16']

/** Whether an IP address belongs to the public internet; false for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || CLOUD_METADATA.includes(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

/**
 * Whether a host, as the URL parser writes it, can be a name of the public internet: of two labels or more, and not
 * below `localhost`. An IP address is no name.
 */
export function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !/(?:^|\.)localhost$/.test(name) && !ipaddr.isValid(name)
}
