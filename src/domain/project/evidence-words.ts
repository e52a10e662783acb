import type { EvidencePrefix } from '#contract/ids.ts'
import { dateOf, type Instant } from '#contract/time.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import { counted } from '#domain/rules/rule.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { codeWeekTitle } from '#domain/ships/code-week.ts'
import type { Recorded } from './timeline-entry.ts'

/** The name of each fact whose changes are announced. */
export const FACT_NAMES: Readonly<Record<MovingFact, string>> = {
  'activity.status': 'Activity status',
  'token.verification': 'Token verification',
  'token.launch_stage': 'Launch stage',
  'research.level': 'Research level',
  'market.status': 'Market status',
  'market_integrity.state': 'Market integrity',
}

type Words<F> = (recorded: F, now: Instant) => string

/** The title of each kind of evidence, from what is recorded alone. */
const TITLES: { readonly [K in EvidencePrefix]: Words<Recorded[K]> } = {
  ship: ({ title }) => title,
  signal: ({ title }) => title,
  abi: ({ contract, provider, functions, events }) =>
    `Verified interface of ${contract} at ${provider}: ${counted(functions, 'function')}, ${counted(events, 'event')}`,
  impl: ({ contract, implementation, initial }) =>
    initial
      ? `First implementation of ${contract}: ${implementation}`
      : `Implementation of ${contract} changed to ${implementation}`,
  lock: ({ amount, unlockAt, withdrawn }) =>
    `Token lock of ${amount} units until ${dateOf(unlockAt)}${withdrawn ? ', withdrawn' : ''}`,
  source: ({ kind, locator }) => `Source attached: ${kind} ${locator}`,
  claim: ({ by, statement }) => `Statement (${by}): ${statement}`,
  narrative: ({ narrative, statement }) => `Narrative ${narrative}: ${statement}`,
  security: ({ by, statement }) => `Security statement (${by}): ${statement}`,
  state: concludedAs,
  integrity: concludedAs,
  method: ({ contract, selector, signature }) =>
    `First recorded call of ${signature ?? selector} on ${contract}`,
  sourcechange: ({ added, removed }) => `Site changed what it declares: ${added} added, ${removed} removed`,
}

/** The kinds whose titles have another wording today. */
const TITLES_TODAY: { readonly [K in EvidencePrefix]?: Words<Recorded[K]> } = {
  ship: shipTitleToday,
  state: concludedInWords,
  integrity: concludedInWords,
}

/** The title of a record in a timeline, and the same in today's wording. Both can hold words of a source. */
export function evidenceTitles<K extends EvidencePrefix>(
  { kind, recorded }: { readonly kind: K; readonly recorded: Recorded[K] },
  now: Instant,
): { readonly title: string; readonly displayTitle: string } {
  const title = TITLES[kind](recorded, now)
  const today = TITLES_TODAY[kind]
  return { title, displayTitle: today === undefined ? title : today(recorded, now) }
}

/** The title of a ship in the words of now. The title of a running code week ends on the last day that was read. */
export function shipTitleToday({ title, codeWeek }: Recorded['ship'], now: Instant): string {
  return codeWeek === null ? title : codeWeekTitle(codeWeek, now)
}

function concludedAs({ fact, value, state }: Recorded['state']): string {
  return `${fact}: ${value === null ? `unknown (${state})` : value}`
}

function concludedInWords({ fact, value, state }: Recorded['state']): string {
  if (value === null) return `${FACT_NAMES[fact]}: unknown (${state})`
  const label = fact === 'activity.status' ? activityLabel(value) : undefined
  return `${FACT_NAMES[fact]}: ${label ?? value}`
}

/** The label of an activity status; undefined for any other word. */
export function activityLabel(status: string): string | undefined {
  return Object.entries(ACTIVITY_WORDS).find(([known]) => known === status)?.[1].label
}
