import type { NonEmpty } from '#contract/claim.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'

/** How calls of a method become its record. */
export const METHODS_RULE = {
  id: 'contract.methods@1',
  /** A call after a silence of at least so long, all of it read, is a return. */
  silenceMs: 30 * DAY_MS,
  /** Selectors that no interface names, kept of one contract. */
  undecodedMax: 64,
} as const

/**
 * The functions every ERC-20 token has (EIP-20): calling them moves tokens about and is not use of what the project
 * made, whichever contract answers.
 */
export const ERC20_SELECTORS: ReadonlySet<string> = new Set([
  ...['0xa9059cbb', '0x23b872dd', '0x095ea7b3'],
  ...['0x18160ddd', '0x70a08231', '0xdd62ed3e'],
  ...['0x06fdde03', '0x95d89b41', '0x313ce567'],
])

/** One successful call from outside: where on the chain, and its block's time. Who called is not kept. */
export type CallPlace = {
  readonly block: number
  readonly txIndex: number
  readonly tx: string
  readonly at: Instant
}

/** A call of a method after a silence, and when it had been called before. */
export type Resumption = CallPlace & { readonly previousAt: Instant }

/** What is recorded of a method's calls. `firstSinceCreation`: no earlier call can have been missed. */
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
  /** The function a verified interface calls it, and since when that is known; null while none names it. */
  readonly named: { readonly signature: string; readonly by: EvidenceId; readonly at: Instant } | null
  readonly resumptions: readonly (Resumption & { readonly detectedAt: Instant })[]
  readonly detectedAt: Instant
  readonly withdrawn: boolean
}

/** The unbroken span the calls were read in. */
type CallSpan = {
  readonly from: Instant
  /** It begins with the contract, and no selector was ever left out of it. */
  readonly sinceCreation: boolean
}

/** Calls in the order of the chain. */
export function inChainOrder(a: CallPlace, b: CallPlace): number {
  return a.block - b.block || a.txIndex - b.txIndex
}

/**
 * A method's record after more of its calls were read, and the returns among them. A silence that began before the
 * span was not read from its beginning: what ended it is no return.
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
      const before = index === 0 ? known?.last : calls[index - 1]
      return before !== undefined && isReturn(before.at, call.at, span)
        ? [{ ...call, previousAt: before.at }]
        : []
    }),
  }
}

function isReturn(previousAt: Instant, at: Instant, span: CallSpan): boolean {
  return msOf(previousAt) >= msOf(span.from) && msOf(at) - msOf(previousAt) >= METHODS_RULE.silenceMs
}
