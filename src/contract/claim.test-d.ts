import { type Claim, derived, type Fact, fact, type Unknown, unknown } from './claim.ts'
import { toInstant } from './time.ts'

const AT = toInstant('2026-06-01T12:00:00Z')
const RULE = 'sum@1'

/** Lines that must not compile. The compiler fails on a line that does compile. */
export function refusedByTheCompiler(claim: Claim<number>): readonly unknown[] {
  return [
    // @ts-expect-error a claim may be unknown: its value is not read before its kind
    claim.value,
    // @ts-expect-error a claim is not a number
    claim + 1,
    // @ts-expect-error a claim is not compared
    claim > 0,
    // @ts-expect-error a fact has evidence
    fact(1, [], AT),
    // @ts-expect-error a fact without its evidence
    { kind: 'FACT', value: 1, observedAt: AT } satisfies Fact<number>,
    // @ts-expect-error a derived value names its rule with a version
    derived(1, 'sum', ['ship:a']),
    // @ts-expect-error an evidence id has one of the known prefixes
    derived(1, RULE, ['tweet:1']),
    // @ts-expect-error an unknown has no value
    { kind: 'UNKNOWN', reason: 'STALE', value: 0 } satisfies Unknown,
    // @ts-expect-error MEASURED is no reason for not knowing
    unknown('MEASURED'),
  ]
}
