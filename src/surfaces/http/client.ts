import ipaddr from 'ipaddr.js'

/**
 * Who is counted: an IPv4 address, or the /64 an IPv6 address is in. A port after the address, as some proxies write
 * it, is no part of it; what is no address at all is counted together.
 */
export function clientOf(address: string | undefined): string {
  const bare = address === undefined ? '' : withoutPort(address)
  if (!ipaddr.isValid(bare)) return 'unnamed'
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

function withoutPort(address: string): string {
  const match = /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(address)
  return match?.[1] ?? match?.[2] ?? address
}
