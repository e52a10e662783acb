/**
 * Why a callback URL is refused, with what is expected: `detail.reason` of `invalid_destination`. The last three are
 * found by a DNS lookup. @source contract, Callback URL rules
 */
export const DESTINATION_REASONS = {
  malformed: 'expected an absolute URL of at most 2048 characters',
  scheme: 'expected https',
  credentials: 'expected no user name and no password',
  port: 'expected port 443',
  ip_address: 'expected a hostname, not an IP address',
  hostname: 'expected a hostname with a dot, for example hooks.example.com',
  own_host: 'expected a host other than this service',
  dns: 'expected a hostname that has an address and whose name servers answer',
  private_address: 'expected a hostname whose addresses are all public',
  own_address: 'expected a hostname without an address of this service',
} as const
export type DestinationReason = keyof typeof DESTINATION_REASONS
