import type { NonEmpty } from '#contract/claim.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'

/** Thresholds of method calls. */
export const METHODS_RULE = {
  id: 'contract.methods@1',
  /** A call after a fully read silence of at least this length is a resumption. */
  silenceMs: 30 * DAY_MS,
  /** Undecoded selectors stored per contract, at most. */
  undecodedMax: 64,
} as const

/** The scope of the recorded calls of a contract, in words. */
export const CALLS_SCOPE =
  'successful transactions to the contract, up to the safe block; calls between contracts are not listed'

/** The functions of every ERC-20 token (EIP-20). ERC-20 transfers are never product use. */
export const ERC20_SELECTORS: ReadonlySet<string> = new Set([
  '0xa9059cbb',
  '0x23b872dd',
  '0x095ea7b3',
  '0x18160ddd',
  '0x70a08231',
  '0xdd62ed3e',
  '0x06fdde03',
  '0x95d89b41',
  '0x313ce567',
])

/** One successful outside call: its position in the chain and its block's time. The caller is not recorded. */
export type CallPlace = {
  readonly block: number
  readonly txIndex: number
  readonly tx: string
  readonly at: Instant
}

/** A call of a method after a silence, with the time of the call before. */
export type Resumption = CallPlace & { readonly previousAt: Instant }

/** The recorded calls of a method. `firstSinceCreation`: no earlier call can be missing. */
export type MethodRecord = {
  readonly first: CallPlace
  readonly last: CallPlace
  readonly firstSinceCreation: boolean
}

/** A method of a counted contract that was called. */
export type Method = Pick<MethodRecord, 'first' | 'firstSinceCreation'> & {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly contract: ContractAddress
  readonly selector: string
  /** Its signature by a verified interface, and since when that is known; null while none names it. */
  readonly named: { readonly signature: string; readonly by: EvidenceId; readonly at: Instant } | null
  readonly resumptions: readonly (Resumption & { readonly detectedAt: Instant })[]
  readonly detectedAt: Instant
  readonly withdrawn: boolean
}

/** The span without a gap in which calls were read. */
type CallSpan = {
  readonly from: Instant
  /** The span begins with the contract, and no selector was ever left out. */
  readonly sinceCreation: boolean
}

/** Compares calls by their order in the chain. */
export function inChainOrder(a: CallPlace, b: CallPlace): number {
  return a.block - b.block || a.txIndex - b.txIndex
}

/**
 * A method's record after more of its calls were read, or were read again, and the resumptions among them. A silence
 * that began before the span was not fully read, so the call that ended it is not a resumption.
 */
export function followMethod(
  known: MethodRecord | undefined,
  read: { readonly calls: NonEmpty<CallPlace>; readonly span: CallSpan },
): MethodRecord & { readonly resumptions: readonly Resumption[] } {
  const { span } = read
  const calls = read.calls.toSorted(inChainOrder)
  const all = known === undefined ? calls : [known.first, known.last, ...calls].toSorted(inChainOrder)
  const [first = read.calls[0]] = all
  const last = all.at(-1) ?? first
  return {
    first,
    last,
    firstSinceCreation:
      known !== undefined && inChainOrder(known.first, first) === 0
        ? known.firstSinceCreation
        : span.sinceCreation,
    resumptions: calls.flatMap((call, index) => {
      const before = latestBefore(call, [calls[index - 1], known?.last])
      return before !== undefined && isResumption(before.at, call.at, span)
        ? [{ ...call, previousAt: before.at }]
        : []
    }),
  }
}

/**
 * A recorded resumption after calls before it were listed late: the first of these calls ended the silence. Undefined
 * when the silence before that call was too short.
 */
export function resumptionAmong(recorded: Resumption, calls: readonly CallPlace[]): Resumption | undefined {
  const { previousAt } = recorded
  const [first] = calls
    .filter((call) => inChainOrder(call, recorded) < 0 && msOf(call.at) > msOf(previousAt))
    .toSorted(inChainOrder)
  if (first === undefined) return recorded
  const isLong = msOf(first.at) - msOf(previousAt) >= METHODS_RULE.silenceMs
  return isLong ? { ...first, previousAt } : undefined
}

/** The latest of these calls before a call. The last known call may be listed again, or be missing from the listing. */
function latestBefore(call: CallPlace, others: readonly (CallPlace | undefined)[]): CallPlace | undefined {
  const known = others.filter((other) => other !== undefined)
  return known
    .filter((other) => inChainOrder(other, call) < 0)
    .toSorted(inChainOrder)
    .at(-1)
}

function isResumption(previousAt: Instant, at: Instant, span: CallSpan): boolean {
  return msOf(previousAt) >= msOf(span.from) && msOf(at) - msOf(previousAt) >= METHODS_RULE.silenceMs
}
