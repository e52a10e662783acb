import type { RuleId } from '#contract/claim.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { WATCHING_RULE } from '#domain/collecting/watching.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import { INTEGRITY_RULE } from '#domain/market/integrity.ts'
import { MARKET_RULE } from '#domain/market/verdict.ts'
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
  type Memory,
  marketMemoryAfter,
  memoryAfter,
  memoryOf,
  movingDrafts,
  NO_MEMORY,
} from './conclusions.ts'

/** The rules each told conclusion comes of: its own first, then those it takes its inputs from. */
const RULES_OF: Readonly<Record<MovingFact, readonly [RuleId, ...RuleId[]]>> = {
  'activity.status': [ACTIVITY_RULE.id, COMEBACK_RULE.id, SHIPS_RULE.id, WATCHING_RULE.id],
  'market.status': [MARKET_RULE.id],
  'market_integrity.state': [INTEGRITY_RULE.id, MARKET_RULE.id],
  'token.verification': [VERIFICATION_RULE.id],
  'research.level': [RESEARCH_RULE.id, SHIPS_RULE.id],
}
/** Every rule in force that a told conclusion comes of. */
export const RULES_IN_FORCE: readonly RuleId[] = [...new Set(Object.values(RULES_OF).flat())]

/** The facts of a project that were concluded by another version of a rule than the one in force. */
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
const MOVING = Object.keys(RULES_OF) as readonly MovingFact[]

/** Whether what was kept has the form that the rules of today take; one kept by an earlier release may lack something. */
export function hasFormOf(today: JudgedEvidence, kept: JudgedEvidence): boolean {
  return PARTS.every((part) => {
    const [asked, given] = [formOf(part(today)), formOf(part(kept))]
    return asked === '' || given === '' || asked === given
  })
}
const PARTS: readonly ((evidence: JudgedEvidence) => readonly object[])[] = [
  ({ sources }) => sources,
  ({ sources }) => sources.flatMap((source) => source.streams),
  ({ statements }) => statements,
  ({ otherClaims }) => otherClaims,
]

function formOf(parts: readonly object[]): string {
  return [...new Set(parts.flatMap((part) => Object.keys(part)))].toSorted().join()
}

/** What the rules in force would have concluded: the conclusions that can be drawn so, and what to go on from. */
export type Rederived = {
  readonly drafts: readonly EvaluationDraft[]
  readonly memory: Memory
}

/**
 * What the rules in force would have concluded from what was known when another version judged. A fact is left out
 * where they conclude nothing by themselves, only by holding on to what the other version said, and where that version
 * concluded it later than what is known.
 */
export function rederive(input: {
  readonly knownThen: KnownThen
  readonly standing: readonly StandingConclusion[]
  readonly facts: readonly MovingFact[]
}): Rederived {
  const { knownThen, standing, facts } = input
  const { projectId } = knownThen.evidence
  const stood = memoryOf(standing)
  const held = concludeThen(knownThen, stood)
  const warm = movingDrafts(projectId, held)
  const cold = movingDrafts(projectId, concludeThen(knownThen, NO_MEMORY))
  const drawn = facts.filter((fact) => {
    const concluded = standing.find((conclusion) => conclusion.fact === fact)
    const later = concluded !== undefined && msOf(concluded.evaluatedAt) > msOf(knownThen.knownAt)
    return !later && (warm[fact].state !== 'MEASURED' || cold[fact].state === 'MEASURED')
  })
  const after = memoryAfter(held)
  const { knownAt } = knownThen
  return {
    drafts: drawn.map((fact) => ({ ...warm[fact], knownAt })),
    memory: {
      activity: drawn.includes('activity.status') ? after.activity : stood.activity,
      market: drawn.includes('market.status') ? after.market : stood.market,
      integrity: drawn.includes('market_integrity.state') ? after.integrity : stood.integrity,
    },
  }
}

/** The conclusions of then, the market's as they would have come about reading by reading. */
function concludeThen(known: KnownThen, stood: Memory): Conclusions {
  const { knownAt, evidence } = known
  let markets: Pick<Memory, 'market' | 'integrity'> = stood
  for (const at of readingTimes(known)) {
    markets = marketMemoryAfter(concludeMarket({ evidence, memory: markets, coverage: 'MEASURED' }, at))
  }
  return conclude({ evidence, memory: { ...markets, activity: stood.activity } }, knownAt)
}

/** When the market was read in the last 72 h before then, oldest first: what is older has no hold any more. */
function readingTimes({ knownAt, evidence }: KnownThen): readonly Instant[] {
  return evidence.marketReadings
    .map((reading) => reading.observedAt)
    .filter((at) => msOf(at) <= msOf(knownAt) && msOf(knownAt) - msOf(at) <= MARKET_RULE.frozenMs)
    .toSorted((a, b) => msOf(a) - msOf(b))
}
