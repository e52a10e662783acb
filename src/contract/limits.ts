/** Limits of the contract. No other file repeats them. @source contract, Limits */
export const LIMITS = {
  anonymousPerMinute: 120,
  keyedPerMinute: { 1: 120, 2: 600, 3: 1200 },
  callsPerMinute: { validate: 30, ceremony: 20 },
  callsPerHour: { create: 10, rotate: 10, ping: 30, change: 60 },
  monthlyAllowance: { 1: 100_000, 2: 1_000_000, 3: 10_000_000 },
  anonymousCacheSeconds: 60,
  accountBodyBytes: 16_384,
  publicBodyBytes: 65_536,
  openBody: { levels: 16, values: 5000 },
  receiptLookups: 25,
  receiptErrors: 50,
  subscriptions: 5,
  callbackUrlLength: 2048,
  subscriptionWords: 200,
  accountWords: 100,
  deliveryItems: { min: 1, max: 100, default: 20 },
  secretOverlapHours: 24,
  timelineItems: { min: 1, max: 100, default: 50 },
  changeItems: { min: 1, max: 100, default: 50 },
  listItems: { min: 1, max: 48, default: 24 },
  /** Maximum number of narratives, and of launchpads, that the list of projects links as filters. */
  listedNames: 60,
  feedItems: 50,
  snapshotLocks: 50,
  /** The highest total of ships that is counted, and how many days back ships of all projects are counted. */
  countedShips: 10_000,
  countedShipsDays: 31,
  /** The highest total of changes that is counted. */
  countedChanges: 10_000,
  profileChanges: 10,
  changelogFeedItems: 200,
  radarItems: { min: 1, max: 200, default: 50 },
  radarQuery: { min: 2, max: 80 },
  compared: { min: 2, max: 4 },
  /** How many requests an export counts as. */
  exportCost: 20,
  /** No list has as many entries as the maximum offset. A greater offset is read as the maximum. */
  offset: { min: 0, max: 1_000_000_000 },
  projectContracts: 100,
  contractMethods: 50,
  /** Maximum number of contracts in the receipt of a source: with their creation, and with their calls by week. */
  receiptContracts: 100,
  receiptCalls: { contracts: 50, weeks: 60 },
  projectRelations: 100,
  projectQuery: { min: 2, max: 120 },
  suggestQuery: { min: 2, max: 64 },
  suggestRows: 8,
  agentCandidates: 8,
  agentQuery: { min: 1, max: 120 },
  agentDays: { min: 1, max: 90, default: 7 },
  agentStatsDays: { min: 1, max: 90, default: 30 },
  /** Maximum number of integration names counted in a day. Further names count as `other`. */
  agentIntegrations: 100,
  /** Maximum number of ledger entries in an answer to an agent; `agentBytes` is the maximum size of the answer. */
  agentItems: 10,
  agentBytes: 32_000,
  /** Size of a tool's answer in tokens, estimated from its bytes: a token is about four bytes. */
  answerTokens: { min: 1000, max: 8000, default: 2000 },
  bytesPerToken: 4,
  /** Messages in one batch, which the protocol revisions before 2025-06-18 allow. */
  mcpBatch: 20,
  historyDays: { max: 400, default: 30 },
  diffDays: 400,
  marketDays: { min: 1, max: 400, default: 30 },
  integrationLength: 65,
  scanTokens: 30,
  requestIdLength: 128,
  livePushDays: 7,
  unlockWarningDays: 7,
  newProjectDays: 7,
  delivery: {
    retryAfterMs: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000],
    perMinute: 20,
    atOnce: 2,
    deadInARow: 10,
    keptDays: 30,
  },
} as const

/** The tiers of a key: its budget a minute and its allowance a month. @source contract, Limits */
export type Tier = keyof typeof LIMITS.keyedPerMinute

/** The calls that are also limited by the minute, for each caller. */
export type MinuteCall = keyof typeof LIMITS.callsPerMinute

/** The calls of an account that are also limited by the hour. @source contract, Limits */
export type HourlyCall = keyof typeof LIMITS.callsPerHour
