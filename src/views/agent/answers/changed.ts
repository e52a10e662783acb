import { CHAIN_ID, type ContractAddress, type Cursor, cursorOf } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import type { Instant } from '#contract/time.ts'
import { type ChangeCounts, laterRecord, sumOfChanges, totalOf } from '#domain/ledger/change-counts.ts'
import { counted } from '#domain/rules/rule.ts'
import type { Site } from '../../site/links.ts'
import { agentAnswer } from '../answer.ts'
import { changeClaims } from '../claims/changes.ts'
import { citedName, type Named, projectLinks, subjectOf } from '../subject.ts'
import { quoteWords } from '../words.ts'

/** The changes in the ledger: of one project or of all, since an instant or after a cursor. */
type Changed = {
  readonly named: Named | undefined
  /** The contract by which the question named the project. */
  readonly contract: ContractAddress | undefined
  readonly query: AgentAnswer['query']
  readonly since: Instant | undefined
  readonly counted: ChangeCounts
  readonly events: Output<'changes'>['items']
  readonly resume: Cursor
}

/** The answer about changes: their number by type, the first of them, and the cursor to continue from. */
export function changedAnswer(changed: Changed, site: Site): AgentAnswer {
  const { named, query, since, counted, resume, contract, events } = changed
  const total = totalOf(counted)
  const isCut = total === null || total > events.length
  const of = scopeOf(changed)
  const more = moreOf(changed, site)
  return agentAnswer(
    {
      capability: 'what_changed',
      query,
      ...(named === undefined ? {} : { subject: subjectOf(named, contract, site) }),
      answer: sentenceOf(changed),
      claims: [...changeClaims(events)],
      unknowns: [...unknownsOf(changed)],
      links: [
        { name: 'Changes', url: `${site.baseUrl}/api/changes${of === '' ? '' : `?${of}`}` },
        {
          name: 'Changes after this answer',
          url: `${site.baseUrl}/api/changes?after=${resume}${of === '' ? '' : `&${of}`}`,
        },
        ...(named === undefined ? [] : projectLinks(named.slug, ['Timeline'], site)),
      ],
      about: named === undefined ? `the change ledger of chain ${CHAIN_ID}` : citedName(named, site),
      references: events.flatMap(referenceTo),
      ...known({ asOf: counted.lastRunAt }),
      data: {
        ...sumsOf(changed),
        ...(since === undefined ? {} : { since, start: cursorOf(counted.start) }),
        resume,
      },
      isCut,
      more,
    },
    site,
  )
}

function sentenceOf({ named, since, counted, events, resume }: Changed): string {
  const whose = named === undefined ? '' : ` of ${quoteWords(named.name).text}`
  if (counted.lastRunAt === null) return `The ledger has not run yet, so that no change${whose} can be told.`
  const span = since === undefined ? 'after that cursor' : sinceWords(since, laterRecord(counted, since))
  const total = totalOf(counted)
  const listed = total === null || total > events.length ? ` The claims list ${events.length} of them.` : ''
  return `The ledger recorded ${numberOf(total)}${whose} ${span}.${laterNote(counted)}${listed} Go on from ${resume}.`
}

/**
 * The start of the counted time in words. When the record begins later than the question, the words say so: from the
 * time before, only changes that sources date are counted.
 */
function sinceWords(since: Instant, from: Instant | undefined): string {
  if (from === undefined) return `since ${since}`
  return `since ${from}, when its record begins; of the time from ${since} to then it has only what sources date`
}

/** “1 change”, “more than 10,000 changes”. */
function numberOf(total: number | null): string {
  return total === null ? `more than ${MOST} changes` : counted(total, 'change')
}

const MOST = LIMITS.countedChanges.toLocaleString('en-US')

/** Says how many of the changes are history that was indexed later. */
function laterNote({ counts }: ChangeCounts): string {
  if (counts === null) return ''
  const indexed = counts.filter(({ origin }) => origin === 'bootstrap' || origin === 'backfill')
  const [later, total] = [sumOfChanges(indexed), sumOfChanges(counts)]
  return later === 0 ? '' : ` ${laterWords(later, total)} history that was indexed later.`
}

/** The beginning of the note: “It is”, “1 of them is”, “3 of them are”. */
function laterWords(later: number, total: number): string {
  if (total === 1) return 'It is'
  return `${later} of them ${later === 1 ? 'is' : 'are'}`
}

/**
 * The unknowns of the answer: the time before the record begins, changes that were not counted, and an empty span,
 * which is no finding about the world.
 */
function unknownsOf({ counted, since }: Changed): AgentAnswer['unknowns'] {
  const from = laterRecord(counted, since)
  const ofCounts = unknownCounts(counted)
  if (from === undefined || counted.lastRunAt === null) return ofCounts
  return [
    {
      category: 'changes',
      statement: `Changes are recorded from ${from} on. What changed before that is known only as far as sources date it.`,
      doNotConclude: 'Do not conclude that nothing changed before the record begins.',
      reason: 'NOT_ENOUGH_YET',
    },
    ...ofCounts,
  ]
}

function unknownCounts({ counts, lastRunAt }: ChangeCounts): AgentAnswer['unknowns'] {
  if (lastRunAt === null)
    return [
      {
        category: 'changes',
        statement: 'The change ledger has not run yet.',
        doNotConclude: 'Do not conclude that nothing changed.',
        reason: 'NOT_ENOUGH_YET',
      },
    ]
  if (counts === null)
    return [
      {
        category: 'changes',
        statement: `More than ${MOST} changes are not counted: their number, types and origins are not known.`,
        doNotConclude:
          'Do not conclude that all of them are news: some may be history that was indexed later.',
        reason: 'NOT_RESEARCHED',
      },
    ]
  if (counts.length > 0) return []
  return [
    {
      category: 'changes',
      statement: 'What no source showed is not known.',
      doNotConclude: 'Do not conclude that nothing happened: only that the ledger recorded nothing.',
      reason: 'NO_SOURCE',
    },
  ]
}

/** The query that filters the ledger as the question does. Empty for all projects. */
function scopeOf({ named }: Changed): string {
  return named === undefined ? '' : `project=${named.slug}`
}

/** The call that gives more changes. After a cursor: the next ones. For a number of days: the older ones. */
function moreOf(changed: Changed, site: Site): string {
  const { since, resume } = changed
  const of = scopeOf(changed)
  if (since === undefined)
    return `GET ${site.baseUrl}/api/agent/what_changed?after=${resume}${of === '' ? '' : `&${of}`} answers the next ones.`
  return `GET ${site.baseUrl}/api/changes${of === '' ? '' : `?${of}`} lists all, newest first; follow nextCursor until recordedAt is before ${since}.`
}

function referenceTo({ id, revision, op }: Changed['events'][number]): ResearchReference[] {
  return op === 'upsert' && /^[!-~]{1,300}$/.test(id) ? [{ type: 'change_event', id, revision }] : []
}

/**
 * The total, and the totals by type and by origin. All three are absent when the changes were not counted. They are
 * also absent when no change was found in a time that is not wholly on record.
 */
function sumsOf({ counted, since }: Changed): Pick<AgentAnswer['data'], 'total' | 'byType' | 'byOrigin'> {
  const { counts, lastRunAt } = counted
  if (counts === null) return {}
  const isRecorded = lastRunAt !== null && laterRecord(counted, since) === undefined
  if (counts.length === 0 && !isRecorded) return {}
  return {
    total: sumOfChanges(counts),
    byType: sumBy(counts.map(({ type, total }) => [type, total])),
    byOrigin: sumBy(counts.flatMap(({ origin, total }) => (origin === null ? [] : [[origin, total]]))),
  }
}

function sumBy(pairs: readonly (readonly [string, number])[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [key, value] of pairs) {
    const before = sums.get(key)
    sums.set(key, before === undefined ? value : before + value)
  }
  return Object.fromEntries(sums)
}
