import { type Static, Type } from 'typebox'
import { described, namedList, namedObject, nullable } from '../enums.ts'
import { Cursor } from '../ids.ts'
import { CalendarDate, Instant } from './time.ts'

const RunState = namedList('RunState', ['never_run', 'fresh', 'late', 'failing'])
/** The states that a provider can be in. */
export const ProviderState = namedList('ProviderState', [
  'never_read',
  'answering',
  'cooling_off',
  'budget_spent',
  'outage',
  'late',
])

const PipelineStatus = namedObject('PipelineStatus', {
  name: Type.String(),
  state: RunState,
  fresh: nullable(Type.Boolean({ description: 'Null before the first run' })),
  cadenceSeconds: Type.Integer({ minimum: 1 }),
  lastRunAt: nullable(Instant),
  lastSucceededAt: nullable(Instant),
  dueAt: Instant,
})

const ProviderStatus = namedObject('ProviderStatus', {
  provider: Type.String(),
  state: ProviderState,
  fresh: nullable(
    Type.Boolean({
      description:
        'True when nine tenths of its streams are fresh or lost their source. Null before the first attempt, and when its last count is over an hour old',
    }),
  ),
  lastTriedAt: nullable(Instant),
  lastReadAt: nullable(Instant),
  streams: nullable(
    Type.Object({
      countedAt: described(Instant, 'When the streams were counted'),
      total: Type.Integer({ minimum: 0 }),
      fresh: Type.Integer({
        minimum: 0,
        description: 'Read within 3 cadences or 1 h before countedAt',
      }),
      failing: Type.Integer({ minimum: 0 }),
      missing: Type.Integer({
        minimum: 0,
        description: 'The source no longer exists, and the provider answers',
      }),
    }),
  ),
  budget: nullable(
    Type.Object({
      usedToday: Type.Integer({ minimum: 0 }),
      dailyLimit: Type.Integer({ minimum: 1 }),
    }),
  ),
  coolOffUntil: nullable(Instant),
  outageSince: nullable(Instant),
})

/** The status of a provider as a line of an export. Each line has the time to which its ages are counted. */
export const ProviderLine = namedObject('ProviderLine', {
  ...ProviderStatus.properties,
  now: described(Instant, "The service's clock"),
})
export type ProviderLine = Static<typeof ProviderLine>

const EndpointStatus = Type.Object({
  place: Type.Integer({
    minimum: 1,
    description: 'Its place in RPC_URLS when it last answered; 1 is first',
  }),
  lastAnsweredAt: nullable(Instant),
  pausedUntil: nullable(described(Instant, 'It limits requests and is not asked until then')),
  maxBlocks: nullable(
    Type.Integer({ minimum: 1, description: 'The widest log query that it said it answers' }),
  ),
  noStateBlock: nullable(
    Type.Integer({ minimum: 0, description: 'The newest block of which it had no state' }),
  ),
})

const ChainStatus = namedObject('ChainStatus', {
  latestBlock: Type.Integer({ minimum: 0 }),
  safeBlock: Type.Integer({ minimum: 0, description: 'On-chain facts are published up to this block' }),
  finalizedBlock: Type.Integer({ minimum: 0, description: 'On-chain facts are final up to this block' }),
  basis: described(
    namedList('ChainHeadBasis', ['tags', 'fallback']),
    'fallback: the node does not name the safe or the finalized block, or one far behind. It is then 7,200 or 36,000 blocks before the latest',
  ),
  safeBehindSeconds: Type.Integer({
    minimum: 0,
    description: 'Age of the safe block at readAt',
  }),
  readAt: Instant,
  endpoints: Type.Array(EndpointStatus, { description: 'The nodes that answered within a day' }),
})

const StandbyStatus = namedObject('StandbyStatus', {
  configured: Type.Integer({ minimum: 1 }),
  inService: Type.Integer({ minimum: 0, description: 'With 0 the primary answers' }),
})

const OutageDayState = namedList('OutageDayState', ['outage', 'no_outage', 'not_judged', 'not_recorded'])

/** A UTC day of a provider as a line of an export. */
export const OutageDayLine = namedObject('OutageDayLine', {
  provider: Type.String(),
  day: CalendarDate,
  state: OutageDayState,
})
export type OutageDayLine = Static<typeof OutageDayLine>

const OutageCalendar = Type.Object({
  provider: Type.String(),
  recordedFrom: nullable(Instant),
  days: Type.Array(
    Type.Object({
      from: CalendarDate,
      to: CalendarDate,
      state: OutageDayState,
    }),
    { description: 'Oldest first; not_judged and not_recorded are unknown' },
  ),
  newest: Type.Array(Type.Object({ beganAt: Instant, endedAt: nullable(Instant) })),
})

/** When each part of the service last ran and whether it is fresh. @source contract, GET /api/status */
export const ServiceStatus = namedObject('ServiceStatus', {
  now: described(Instant, "The service's clock"),
  version: Type.String(),
  sandbox: Type.Boolean({ description: 'True: all records come from the simulated world of the sandbox' }),
  ledger: Type.Object({
    cursor: described(Cursor, 'The newest position; follow it with after='),
    lastRunAt: nullable(Instant),
  }),
  pipelines: Type.Array(PipelineStatus),
  providers: Type.Array(ProviderStatus),
  outageCalendar: Type.Array(OutageCalendar, {
    description: 'The last 90 days (UTC), and of each provider the newest ten outages',
  }),
  chain: nullable(ChainStatus),
  standbys: described(
    nullable(StandbyStatus),
    'Database standbys that this process reads answers from. Null when it has none',
  ),
})
export type ServiceStatus = Static<typeof ServiceStatus>
