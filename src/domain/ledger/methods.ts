import { addDays, DAY_MS, laterOf, msOf, startOfDate } from '#contract/time.ts'
import { type ContractUse, USAGE_CHANGED_RULE, usageChanges } from '#domain/contracts/contract-use.ts'
import { type CallPlace, METHODS_RULE, type Method } from '#domain/contracts/method-calls.ts'
import { counted } from '#domain/rules/rule.ts'
import type { UntypedDraft } from './draft.ts'
import { announcedOf, type LedgerEvidence } from './evidence.ts'
import { seenThrough } from './origin.ts'
import { oneLine } from './wording.ts'

/** The stream of an explorer source that reads calls. */
const CALLS_STREAM = 'method_use'

const METHODS_CITED = 8
const SIGNATURE_AT_MOST = 500

/**
 * The first call of each method that an interface names. Methods whose earlier calls were not read are left out: their
 * first known call may not be their first.
 */
export function methodFirstObserved(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return namedMethods(evidence)
    .filter(({ method }) => method.firstSinceCreation)
    .map(({ method, named }) => ({
      ...draftCall({ method, named, call: method.first }, evidence),
      id: method.id,
      detectedAt: laterOf(method.detectedAt, named.at),
      summary: `Method ${named.signature} of ${method.contract} called for the first time`,
    }))
}

/** Each call of a named method after at least 30 days that were read and had no call. */
export function methodResumed(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return namedMethods(evidence).flatMap(({ method, named }) =>
    method.resumptions.map((call) => {
      const draft = draftCall({ method, named, call }, evidence)
      const silentDays = Math.floor((msOf(call.at) - msOf(call.previousAt)) / DAY_MS)
      return {
        ...draft,
        id: `${method.id}:resumed:${call.block}:${call.txIndex}`,
        detectedAt: laterOf(call.detectedAt, named.at),
        summary: `Method ${named.signature} of ${method.contract} called again after ${silentDays} days`,
        facts: { ...draft.facts, previousAt: call.previousAt, silentDays, rule: METHODS_RULE.id },
      }
    }),
  )
}

/**
 * Weeks in which decoded calls to a contract changed against the week before; both weeks were fully read. Announced
 * events stay unchanged, also when more of their calls can be decoded later.
 */
export function usageChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const found = evidence.uses.flatMap((use) => draftUsage(use, evidence))
  return [
    ...announcedOf('contract.usage_changed', evidence),
    ...found.filter(({ id }) => !evidence.announced.has(id)),
  ]
}

type Named = { readonly method: Method; readonly named: NonNullable<Method['named']> }

function namedMethods({ methods }: LedgerEvidence): readonly Named[] {
  return methods.flatMap((method) => {
    if (method.named === null || method.withdrawn) return []
    const signature = oneLine(method.named.signature, SIGNATURE_AT_MOST)
    return [{ method, named: { ...method.named, signature } }]
  })
}

function draftCall(
  { method, named, call }: Named & { readonly call: CallPlace },
  evidence: LedgerEvidence,
): Omit<UntypedDraft, 'id' | 'detectedAt' | 'summary'> {
  return {
    contract: method.contract,
    occurredAt: call.at,
    precision: 'EXACT',
    facts: {
      contract: method.contract,
      method: named.signature,
      selector: method.selector,
      block: call.block,
      transaction: call.tx,
    },
    evidence: [method.id, named.by, method.sourceId],
    seen: seenThrough(method.sourceId, evidence, CALLS_STREAM),
    order: [call.block, call.txIndex, 0],
  }
}

function draftUsage(use: ContractUse, evidence: LedgerEvidence): readonly UntypedDraft[] {
  const { collected } = use
  if (collected === null) return []
  return usageChanges(use).map((change) => {
    const end = startOfDate(addDays(change.weekStart, 7))
    const words = `${counted(change.calls, 'call')} in the week of ${change.weekStart}, ${change.callsBefore} in the week before`
    return {
      id: `${use.sourceId}:usage:${change.weekStart}`,
      contract: use.contract,
      occurredAt: end,
      detectedAt: laterOf(collected.readAt, end),
      precision: 'WINDOW' as const,
      summary: `Use of ${use.contract} changed: ${words}`,
      facts: {
        contract: use.contract,
        calls: change.calls,
        callsBefore: change.callsBefore,
        windowFrom: startOfDate(change.weekStart),
        windowTo: end,
        rule: USAGE_CHANGED_RULE.id,
      },
      evidence: [use.sourceId, ...change.methods.slice(0, METHODS_CITED)],
      seen: seenThrough(use.sourceId, evidence, CALLS_STREAM),
      order: [],
    }
  })
}
