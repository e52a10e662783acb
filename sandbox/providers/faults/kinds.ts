export const providerNames = [
  'rpc',
  'github',
  'explorer',
  'sourcify',
  'dexscreener',
  'geckoterminal',
  'npm',
  'npm-downloads',
  'sites',
] as const
export type ProviderName = (typeof providerNames)[number]

/**
 * The families of providers that read the same kind of source. A fault of a family is a fault of each of its providers.
 */
export const families = {
  code: ['github', 'npm', 'npm-downloads'],
  chain: ['rpc'],
  explorers: ['explorer', 'sourcify'],
  markets: ['dexscreener', 'geckoterminal'],
} as const satisfies Readonly<Record<string, readonly ProviderName[]>>
/** The names that a fault can be set for: providers and families. */
export const faultTargets: readonly string[] = [...providerNames, ...Object.keys(families)]

/** The providers of a target; undefined for another name. */
export function providersOf(target: string): readonly ProviderName[] | undefined {
  const family = Object.entries(families).find(([name]) => name === target)?.[1]
  const provider = providerNames.find((name) => name === target)
  return family ?? (provider && [provider])
}

type Kind = {
  /** The real-world situations that the fault shows. */
  readonly shows: readonly string[]
  /** The providers that can have the fault. */
  readonly providers: readonly ProviderName[]
  /** What the provider does under the fault, in one line. */
  readonly effect: string
}

const HTTP = providerNames.filter((name) => name !== 'rpc')
const APIS = HTTP.filter((name) => name !== 'sites')
const APIS_AND_NODE = providerNames.filter((name) => name !== 'sites')

const kinds = {
  not_found_page: {
    shows: ['R27'],
    providers: providerNames,
    effect: 'a proxy answers 404 with an HTML page',
  },
  not_found_text: { shows: ['R27'], providers: APIS, effect: 'a load balancer answers 404 with plain text' },
  not_found_json: { shows: ['R27'], providers: APIS, effect: 'a gateway answers 404 with JSON of its own' },
  not_found: {
    shows: ['R28'],
    providers: ['github', 'explorer', 'geckoterminal', 'sites'],
    effect: 'everything answers the provider’s own 404',
  },
  server_error: { shows: ['R29'], providers: providerNames, effect: 'everything answers 500' },
  reset: {
    shows: ['R29', 'R115', 'R116', 'R118', 'R119', 'R120', 'R121', 'R124'],
    providers: providerNames,
    effect: 'the connection ends without an answer',
  },
  slow: { shows: ['R29', 'R96'], providers: providerNames, effect: 'answers after --delay (8s)' },
  stale: {
    shows: ['R29'],
    providers: providerNames,
    effect: 'goes on with its first answer to each request, as a stale cache does',
  },
  truncated: { shows: ['R30'], providers: providerNames, effect: 'sends the first half of the body' },
  empty_body: { shows: ['R30'], providers: providerNames, effect: 'answers 200 without a body' },
  error_in_200: {
    shows: ['R30', 'R32'],
    providers: providerNames,
    effect: 'answers 200 with an error in JSON',
  },
  wrong_type: { shows: ['R30'], providers: providerNames, effect: 'sends its answer as an image' },
  empty: { shows: ['R30'], providers: HTTP, effect: 'answers 200 with an empty list' },
  unreadable_item: {
    shows: ['R31'],
    providers: ['github', 'dexscreener', 'geckoterminal'],
    effect: 'every list has one more item, which cannot be read',
  },
  offset_dates: {
    shows: ['R31'],
    providers: ['github'],
    effect: 'dates have an offset, as 2026-11-20T12:00:00+02:00',
  },
  foreign_links: {
    shows: ['R33'],
    providers: ['github'],
    effect: 'parts of 5 items, whose links name another origin',
  },
  broken_links: {
    shows: ['R33'],
    providers: ['github'],
    effect: 'parts of 5 items, whose links cannot be read',
  },
  long_listing: {
    shows: ['R34', 'R37'],
    providers: ['github', 'explorer'],
    effect: 'github: 1,700 releases; explorer: 40 parts of failed transactions',
  },
  forbidden_limit: {
    shows: ['R35'],
    providers: HTTP,
    effect: 'answers 403 with nothing left until --delay (30s) is over',
  },
  secondary_limit: {
    shows: ['R35'],
    providers: ['github'],
    effect: 'answers 403 with words of a limit alone',
  },
  too_many: { shows: ['R35'], providers: providerNames, effect: 'answers 429 with a pause of --delay (30s)' },
  too_many_without_pause: { shows: ['R35'], providers: providerNames, effect: 'answers 429 without a pause' },
  limit_in_ms: {
    shows: ['R36'],
    providers: ['explorer'],
    effect: 'answers 429, with a reset of --delay (30s) in milliseconds',
  },
  challenge: {
    shows: ['R36'],
    providers: providerNames,
    effect: 'answers 403 with a page that only a browser passes',
  },
  challenge_as_limit: { shows: ['R36'], providers: HTTP, effect: 'answers 429 with such a page' },
  challenge_as_page: {
    shows: ['R36'],
    providers: HTTP,
    effect: 'answers 200 with a page of Anubis, without the headers of a challenge',
  },
  refuse_agent: {
    shows: ['R36', 'R51'],
    providers: HTTP,
    effect: 'challenges user agents unlike a browser’s',
  },
  node_limit: {
    shows: ['R38'],
    providers: ['rpc'],
    effect: 'refuses with a limit, in the words of five nodes',
  },
  range_limit: {
    shows: ['R39'],
    providers: ['rpc'],
    effect: 'refuses log queries of more than --blocks (100), without naming the range',
  },
  named_range: {
    shows: ['R39'],
    providers: ['rpc'],
    effect: 'refuses log queries of more than --blocks (100), naming the range',
  },
  pruned: {
    shows: ['R40'],
    providers: ['rpc'],
    effect: 'has no state from before the last --blocks (100)',
  },
  deep: {
    shows: ['R146'],
    providers: providerNames,
    effect: 'values are nested 3,000 or 200,000 levels deep',
  },
  wide: { shows: ['R146'], providers: providerNames, effect: 'values are lists of 600,000 items' },
  other_types: { shows: ['R146'], providers: providerNames, effect: 'every value has another type' },
  prototype_names: {
    shows: ['R146'],
    providers: providerNames,
    effect: 'every object also has __proto__, constructor and toString',
  },
  huge_values: { shows: ['R146'], providers: providerNames, effect: 'numbers are 1e999, texts are long' },
  nul_bytes: { shows: ['R146'], providers: providerNames, effect: 'every text has a NUL' },
  invalid_utf8: { shows: ['R146'], providers: providerNames, effect: 'the body is not UTF-8' },
  lists_for_objects: {
    shows: ['R146'],
    providers: providerNames,
    effect: 'answers a list for an object, and the reverse',
  },
  html: { shows: ['R146'], providers: APIS_AND_NODE, effect: 'answers 200 with a page to sign in' },
  bomb: { shows: ['R146'], providers: providerNames, effect: '64 MB of zeros, compressed with gzip or br' },
  endless: { shows: ['R146'], providers: providerNames, effect: 'a body that never ends' },
  redirect_loop: { shows: ['R146'], providers: providerNames, effect: 'redirects to itself' },
  drip: { shows: ['R146'], providers: providerNames, effect: 'one byte every 0.2 s' },
  replaced: {
    shows: ['R27', 'R30', 'R95', 'R146'],
    providers: providerNames,
    effect: 'answers with --status (200), --header and --body or --body-file',
  },
} as const satisfies Readonly<Record<string, Kind>>

export type FaultKind = keyof typeof kinds

/**
 * Every fault, in the order of the situations. This file imports nothing, so that the command line can print it without
 * loading the sandbox.
 */
export const faultKinds: Readonly<Record<FaultKind, Kind>> = kinds

/** The faults as lines for a terminal. */
export function describeFaults(): string {
  const rows = Object.entries(faultKinds).map(([kind, { shows, providers, effect }]) => {
    return { kind, shows: shows.join(' '), effect, where: describeProviders(providers) }
  })
  const width = (column: 'kind' | 'shows') => Math.max(...rows.map((row) => row[column].length))
  return rows
    .map(
      ({ kind, shows, effect, where }) =>
        `  ${kind.padEnd(width('kind'))}  ${shows.padEnd(width('shows'))}  ${effect} (${where})`,
    )
    .join('\n')
}

function describeProviders(providers: readonly ProviderName[]): string {
  const others = providerNames.filter((name) => !providers.includes(name))
  if (others.length === 0) return 'all'
  return others.length > 2 ? providers.join(', ') : `all but ${others.join(' and ')}`
}
