import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { CoverageItem } from '#contract/shapes/coverage.ts'
import type { Snapshot, SnapshotLock } from '#contract/shapes/snapshot.ts'
import { readProjectLocks } from '#reads/project-locks.ts'
import { readReadings } from '#reads/readings.ts'
import {
  allLocks,
  hasMoreLocks,
  LOCKS_SCOPE,
  lockedAmount,
  noLockWords,
  WITHOUT_SOME,
} from '#views/project/lock-text.ts'
import type { ProjectLocks } from '#views/project/locks.ts'
import { receiptPage } from '#views/site/pages.ts'
import type { Readings } from '#views/status/readings.ts'
import { OUTCOME_WORDS } from '#views/words/unread-streams.ts'
import { ownRecord, recorded } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { address } from '../components/address.ts'
import { clock } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { named } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { LoadDeps } from '../page.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** The locks of a project's token, and how the project is read. */
export type LockAnswers = ProjectLocks & { readonly readings: Readings }

/** The locks for a page that shows nothing else of the project. */
export async function loadLocks(slug: Slug, deps: LoadDeps): Promise<LockAnswers> {
  const [locks, readings] = await Promise.all([
    readProjectLocks({ slug }, deps),
    readReadings([{ slug }], deps),
  ])
  return { ...locks, readings }
}

/** The locks, from the answers of the project's own page. */
export function locksOfProject(answers: ProjectAnswers): LockAnswers {
  const { dossier, snapshot, coverage, lockers, readings } = answers
  const { slug, asOf, token } = dossier
  const { locks, claims } = snapshot
  return {
    slug,
    ...known({ asOf }),
    token,
    locks,
    claims,
    observedAt: snapshot.coverage.locks?.observedAt,
    lockers,
    unread: coverage.items.find(({ dimension }) => dimension === 'locks')?.unread,
    readings,
  }
}

/** The locks of the token, each with its locker, and how far each locker was read. */
export function locksOf(answers: LockAnswers, sheet: Sheet): Html | undefined {
  const { token, slug, asOf, locks, claims, observedAt, readings } = answers
  const { state, total, items = [] } = locks
  if (state === 'NOT_APPLICABLE') return undefined
  const count = figure(
    {
      name: 'Locks recorded',
      value: total,
      basis: notedBasis({ slug, claims, asOf }, 'locks', { readings }),
      field: 'snapshot:locks.total',
    },
    sheet,
  )
  const none =
    total === 0
      ? html`<p ${accounted(ownRecord(`/api/projects/${slug}/snapshot`))}>${noLockWords(locks, asOf)}</p>`
      : html`<p class="clock" data-unknown="${state}">${noLockWords(locks, asOf)}</p>`
  return section(
    {
      id: 'locks',
      title: 'Locks',
      answers: 'How much of the token is locked, where, and when does it unlock?',
      coverage: {
        state,
        observedAt,
        isEvaluated: asOf !== undefined,
      },
      body: html`<p>Locks recorded: ${count}</p>${items.length === 0 ? none : html`<ul class="rows">${items.map((lock) => lockRow({ lock, token }, sheet))}</ul>`}${locksElsewhere(locks, slug)}${lockersOf(answers, sheet)}<p class="note">${LOCKS_SCOPE}</p>`,
    },
    sheet,
  )
}

/** Where to find the locks that the page has no room for. */
export function locksElsewhere(
  locks: Pick<Snapshot['locks'], 'total' | 'items'>,
  slug: string,
): Html | false {
  if (!hasMoreLocks(locks)) return false
  const { total, items = [] } = locks
  const all = allLocks(slug)
  return html`<p class="note" ${accounted(ownRecord(all))}>Listed are the ${inAttribute(items.length)} locks that unlock first${total === undefined ? ', and there can be more' : html` of ${inAttribute(total)}`}. <a href="${all}">The locks by time, as JSON</a></p>`
}

/** A lock: how much, until when, in which locker, and when it was read. */
export function lockRow(
  { lock, token }: { readonly lock: SnapshotLock; readonly token: LockAnswers['token'] },
  sheet: Sheet,
): Html {
  const { id, locker, unlockAt, withdrawn, observedAt } = lock
  const { amount, unit } = lockedAmount(lock, token)
  const due = unlockAt <= sheet.now ? 'could be unlocked since' : 'unlocks on'
  const when = clock({ at: unlockAt, as: 'day', before: withdrawn ? 'withdrawn; unlock was on' : due }, sheet)
  return html`<li class="row" data-evidence="${inAttribute(id)}"><span class="what">${amount} <span class="unit">${named(unit)}</span> ${when} <span class="kind">in the locker ${address({ address: locker, basis: recorded(id) })} ${clock({ at: observedAt, as: 'age', before: 'read' }, sheet)}</span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`
}

/** How far each registered locker was read. */
function lockersOf({ lockers, unread = [] }: LockAnswers, sheet: Sheet): Html | false {
  if (lockers.length === 0) return false
  const rows = lockers.map((locker) =>
    lockerRow({ locker, failed: unread.find(({ source }) => source === locker.id) }, sheet),
  )
  return html`<h3>Lockers</h3><ul class="rows">${rows}</ul>`
}

/** A locker: the time of its last successful reading, and the outcome of a last reading that read nothing. */
export function lockerRow(
  of: {
    readonly locker: LockAnswers['lockers'][number]
    readonly failed: NonNullable<CoverageItem['unread']>[number] | undefined
  },
  sheet: Sheet,
): Html {
  const { locker, failed } = of
  const { id, lastReadAt, hasUnreadLocks } = locker
  const read =
    lastReadAt === null
      ? html`<span class="clock" data-unknown="NOT_ENOUGH_YET">never read</span>`
      : html`${clock({ at: lastReadAt, as: 'age', before: 'read' }, sheet)}${hasUnreadLocks && html` <span class="clock" data-unknown="NOT_ENOUGH_YET">${WITHOUT_SOME}</span>`}`
  const since = failed?.since
  const ended =
    failed !== undefined &&
    html`; ${OUTCOME_WORDS[failed.outcome]}${since !== undefined && html`, ${clock({ at: since, as: 'instant', before: 'attempts fail since' }, sheet)}`}`
  return html`<li class="row" data-evidence="${inAttribute(id)}"><span class="what">${address({ address: locker.locker, basis: recorded(id) })} <span class="kind">${read}${ended}</span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`
}
