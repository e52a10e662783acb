import type { RuleId } from '#contract/claim.ts'
import { keysOf } from '#contract/keyed.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { WATCHING_RULE } from '#domain/collecting/watching.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import { INTEGRITY_RULE } from '#domain/market/integrity.ts'
import { MARKET_RULE } from '#domain/market/verdict.ts'
import { LAUNCH_STAGE_RULE } from '#domain/project/launch-stage.ts'
import { RESEARCH_RULE } from '#domain/project/research-level.ts'
import { VERIFICATION_RULE } from '#domain/project/verification.ts'
import { ACTIVITY_RULE } from '#domain/ships/activity.ts'
import { COMEBACK_RULE } from '#domain/ships/comeback.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Judged, JudgedEvidence, KnownThen } from '#records/project/evaluated-facts.ts'
import type { EvaluationDraft, StandingConclusion } from '#records/project/evaluations.ts'
import {
  type Conclusions,
  conclude,
  concludeMarket,
  conclusionsAfter,
  marketConclusionsAfter,
  movingDrafts,
  NO_PREVIOUS,
  type PreviousConclusions,
  previousConclusionsOf,
} from './conclusions.ts'

/** The rules of each announced conclusion: its own first, then the rules whose results it uses. */
const RULES_OF: Readonly<Record<MovingFact, readonly [RuleId, ...RuleId[]]>> = {
  'activity.status': [ACTIVITY_RULE.id, COMEBACK_RULE.id, SHIPS_RULE.id, WATCHING_RULE.id],
  'market.status': [MARKET_RULE.id],
  'market_integrity.state': [INTEGRITY_RULE.id, MARKET_RULE.id],
  'token.verification': [VERIFICATION_RULE.id],
  'token.launch_stage': [LAUNCH_STAGE_RULE.id, WATCHING_RULE.id],
  'research.level': [RESEARCH_RULE.id, SHIPS_RULE.id],
}
/** Every current rule of an announced conclusion. */
export const RULES_IN_FORCE: readonly RuleId[] = [...new Set(Object.values(RULES_OF).flat())]

/** The facts of a project that an older version of a rule concluded. */
export function outdatedFacts(
  standing: readonly StandingConclusion[],
  judged: Judged | undefined,
): readonly MovingFact[] {
  return standing.flatMap(({ fact, rule }) => {
    const moving = MOVING.find((known) => known === fact)
    if (moving === undefined) return []
    const [own, ...others] = RULES_OF[moving]
    const changed = others.some((other) => judged !== undefined && !judged.rules.includes(other))
    return rule !== own || changed ? [moving] : []
  })
}
const MOVING = keysOf(RULES_OF)

/** Whether the stored facts have the form that the current rules expect; an earlier release may have stored less. */
export function hasFormOf(today: JudgedEvidence, stored: JudgedEvidence): boolean {
  if (!('launchLogs' in stored)) return false
  return PARTS.every((part) => {
    const [expected, found] = [formOf(part(today)), formOf(part(stored))]
    return expected === '' || found === '' || expected === found
  })
}
const PARTS: readonly ((evidence: JudgedEvidence) => readonly object[])[] = [
  ({ sources }) => sources,
  ({ sources }) => sources.flatMap((source) => source.streams),
  ({ claims }) => claims,
]

function formOf(parts: readonly object[]): string {
  return [...new Set(parts.flatMap((part) => Object.keys(part)))].toSorted().join()
}

/**
 * The conclusions of the current rules from earlier facts, and the conclusions that the next evaluation starts from.
 */
export type Rederived = {
  readonly drafts: readonly EvaluationDraft[]
  readonly previous: PreviousConclusions
}

/**
 * Applies the current rules to the facts known at the last evaluation. Omits a fact if the new rule would only repeat
 * the old conclusion, and if the old version concluded it later than these facts.
 */
export function rederive(input: {
  readonly knownThen: KnownThen
  readonly standing: readonly StandingConclusion[]
  readonly facts: readonly MovingFact[]
}): Rederived {
  const { knownThen, standing, facts } = input
  const { projectId } = knownThen.evidence
  const current = previousConclusionsOf(standing, knownThen.evidence.token)
  const then = concludeThen(knownThen, current)
  const warm = movingDrafts(projectId, then)
  const cold = movingDrafts(projectId, concludeThen(knownThen, NO_PREVIOUS))
  const rederived = facts.filter((fact) => {
    const concluded = standing.find((conclusion) => conclusion.fact === fact)
    const later = concluded !== undefined && msOf(concluded.evaluatedAt) > msOf(knownThen.knownAt)
    return !later && (warm[fact].state !== 'MEASURED' || cold[fact].state === 'MEASURED')
  })
  const after = conclusionsAfter(then)
  const { knownAt } = knownThen
  return {
    drafts: rederived.map((fact) => ({ ...warm[fact], knownAt })),
    previous: {
      activity: rederived.includes('activity.status') ? after.activity : current.activity,
      market: rederived.includes('market.status') ? after.market : current.market,
      integrity: rederived.includes('market_integrity.state') ? after.integrity : current.integrity,
    },
  }
}

/** The conclusions at the time when the facts were known. The market is judged reading by reading. */
function concludeThen(known: KnownThen, before: PreviousConclusions): Conclusions {
  const { knownAt, evidence } = known
  let markets: Pick<PreviousConclusions, 'market' | 'integrity'> = before
  for (const at of readingTimes(known)) {
    markets = marketConclusionsAfter(
      concludeMarket({ evidence, previous: markets, coverage: 'MEASURED' }, at),
    )
  }
  return conclude({ evidence, previous: { ...markets, activity: before.activity } }, knownAt)
}

/** The times of market readings in the 72 h before, oldest first. Older readings have no effect. */
function readingTimes({ knownAt, evidence }: KnownThen): readonly Instant[] {
  return evidence.marketReadings
    .map((reading) => reading.observedAt)
    .filter((at) => msOf(knownAt) - msOf(at) <= MARKET_RULE.frozenMs)
    .toSorted((a, b) => msOf(a) - msOf(b))
}
