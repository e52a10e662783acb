import { HOUR_MS, toInstant } from '#contract/time.ts'
import type { AnsweringCode, ContractUse, UsedDay } from '#domain/contracts/contract-use.ts'
import type { Source, Stream } from '#domain/evidence.ts'
import { sourceOf } from './build-evidence.ts'
import { address, sourceId, uuid } from './ledger-evidence.ts'

export const method = `method:${uuid(1)}` as const
export const day = (date: string, calls: number): UsedDay => ({
  day: date as UsedDay['day'],
  calls,
  methods: [method],
})
export const span = (from: string, to = '2026-11-20T12:00:00Z'): NonNullable<ContractUse['collected']> => ({
  from: toInstant(from),
  to: toInstant(to),
  sinceCreation: false,
  readAt: toInstant('2026-11-20T12:00:00Z'),
  daysFrom: '2026-06-01' as UsedDay['day'],
})
export const createdAt = (from: string) => ({ ...span(from), sinceCreation: true })
export const code = (given: Partial<AnsweringCode> = {}): AnsweringCode => ({
  code: address(0xc),
  from: null,
  to: null,
  decodable: true,
  ...given,
})
export const UNVERIFIED = [code({ decodable: false })]
export const use = (given: Partial<ContractUse>): ContractUse => ({
  contract: address(0xc),
  answering: [code()],
  sourceId: sourceId(),
  collected: span('2026-10-01T00:00:00Z'),
  days: [],
  ...given,
})
export const NEVER_READ = { firstOkAt: null, lastOkAt: null } as const
/**
 * The explorer sources of these contracts. Their calls were last read at this instant; null means never. The explorer
 * has no verified source code of the contracts.
 */
export const explorers = (
  contracts: readonly ContractUse['contract'][],
  lastOkAt: string | null,
  given: Partial<Stream> = {},
): readonly Source[] => {
  const at = lastOkAt === null ? null : toInstant(lastOkAt)
  const read = {
    firstOkAt: at,
    lastOkAt: at,
    lastTriedAt: at,
    lastOutcome: at === null ? null : 'fresh',
  } as const
  const stream: Stream = {
    stream: 'method_use',
    provider: 'blockscout',
    cadenceMs: 6 * HOUR_MS,
    coverage: 'present_state',
    ...read,
    failingSince: null,
    coversFrom: null,
    providerOutageSince: null,
    ...given,
  }
  return contracts.map((contract) => ({
    ...sourceOf('explorer', 'explorer'),
    locator: `blockscout:${contract}`,
    counted: false,
    streams: [stream, { ...stream, ...NEVER_READ, stream: 'verified_source', lastOutcome: 'missing' }],
  }))
}
