export type Fault = {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The repository must be read again: the service decides this while it reads. */
  readonly recollects?: true
}

/** Faults of the service that a careless colleague could make. In the state `fresh`, each shows. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'meaningful ships of 33 days',
    file: 'src/domain/ships/count-window.ts',
    from: '= 30 * DAY_MS',
    to: '= 33 * DAY_MS',
  },
  {
    name: 'SHIPPING for twenty days',
    file: 'src/domain/ships/activity.ts',
    from: 'shippingMs: 7 * DAY_MS',
    to: 'shippingMs: 20 * DAY_MS',
  },
  {
    name: 'bots are people',
    file: 'src/domain/ships/commit-streams.ts',
    from: "isBot(commit) ? 'bot' : templated",
    to: 'templated',
    recollects: true,
  },
  {
    name: 'a code week counts without substance',
    file: 'src/domain/ships/ships.ts',
    from: "=== 'none' ? 'no_substantive_change' : null",
    to: "=== 'none' ? null : null",
  },
  {
    name: 'momentum weighs a release 6',
    file: 'src/domain/ships/momentum.ts',
    from: 'release: 8',
    to: 'release: 6',
  },
  {
    name: 'the oldest figure of a kind',
    file: 'src/domain/market/valuation.ts',
    from: 'msOf(b.observedAt) - msOf(a.observedAt)',
    to: 'msOf(a.observedAt) - msOf(b.observedAt)',
  },
  {
    name: 'the valuation of a dead market',
    file: 'src/domain/market/valuation.ts',
    from: "market === 'LIQUIDITY_GONE' || market === 'NO_TRADING' ? market",
    to: "market === 'NO_TRADING' ? market",
  },
  {
    name: 'a linked ship weighs as a verified one',
    file: 'src/domain/ships/momentum.ts',
    from: "'source-linked': 0.7",
    to: "'source-linked': 1",
  },
  {
    name: 'contract use of six days',
    file: 'src/domain/contracts/contract-use.ts',
    from: 'days: 7,',
    to: 'days: 6,',
  },
  {
    name: 'a deployment that is switched to counts too',
    file: 'src/domain/ships/ship-groups.ts',
    from: 'ship.contract !== null && switchedTo.has(ship.contract)',
    to: 'ship.contract === null',
  },
  {
    name: 'a mutual link that nobody read',
    file: 'src/records/ships/backing.ts',
    from: " and sources.facts ? 'mutualLink'",
    to: '',
    recollects: true,
  },
]
