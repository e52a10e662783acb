import type { CoverageState } from '#contract/enums.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CoverageItem } from '#contract/shapes/coverage.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Snapshot, SnapshotLock } from '#contract/shapes/snapshot.ts'
import type { Instant } from '#contract/time.ts'
import type { TokenLocker } from '#domain/project/snapshot-record.ts'
import { plainWords } from '../agent/words.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { noValueWords } from '../words/building.ts'
import { instantWords } from '../words/clocks.ts'
import { amountWords, tokenAmountWords, whyNoValue } from '../words/figures.ts'
import { OUTCOME_WORDS } from '../words/unread-streams.ts'

/** Which locks the service reads. */
export const LOCKS_SCOPE =
  "Locks of the project's token in the lockers that are registered for it. Other lockers are not read."

type Locks = Snapshot['locks']
type Token = Pick<NonNullable<Dossier['token']>, 'symbol' | 'decimals'> | undefined
type LocksOfToken = {
  readonly locks: Locks
  readonly token?: Token
  readonly lockers: readonly TokenLocker[]
  /** The streams whose last attempt read nothing, the streams of the lockers among them. */
  readonly unread?: CoverageItem['unread']
  /** The last evaluation of the project. */
  readonly asOf?: Instant | undefined
}

/** Which locks are read. While locks are not measured, it also says how far each registered locker was read. */
export function locksScope(lockers: readonly TokenLocker[], state: CoverageState): string {
  if (state === 'MEASURED' || state === 'NOT_APPLICABLE' || lockers.length === 0) return LOCKS_SCOPE
  return `${LOCKS_SCOPE} Registered: ${lockers.map(lockerWords).join('; ')}.`
}

function lockerWords({ locker, lastReadAt, hasUnreadLocks }: TokenLocker): string {
  if (lastReadAt === null) return `${locker}, never read`
  return `${locker}, last read at ${lastReadAt}${hasUnreadLocks ? ` ${WITHOUT_SOME}` : ''}`
}

/** Said after the time of a reading that left out locks of a locker. */
export const WITHOUT_SOME = 'without some of its locks'

/**
 * The locked amount with its unit: in tokens if the decimals of the token are known, otherwise in smallest units. The
 * unit can be words of a source.
 */
export function lockedAmount(
  { amount }: Pick<SnapshotLock, 'amount'>,
  token: Token,
): { readonly amount: string; readonly unit: string } {
  if (token?.decimals === undefined) return { amount: amountWords(amount), unit: 'smallest units' }
  const { decimals, symbol = 'tokens' } = token
  return { amount: tokenAmountWords(amount, decimals), unit: symbol }
}

/** Whether there can be more locks than are listed. Without a total, a full list can have more. */
export function hasMoreLocks({ total, items = [] }: Pick<Locks, 'total' | 'items'>): boolean {
  return total === undefined ? items.length >= LIMITS.snapshotLocks : total > items.length
}

/** The list of all locks of a token by time, as JSON. */
export function allLocks(slug: string): `/api/projects/${string}` {
  return `/api/projects/${slug}/timeline?lens=lock`
}

/**
 * Said where no lock is listed: either the lockers were read and have none, or it is not known whether there is one.
 */
export function noLockWords(
  { total, state }: Pick<Locks, 'total' | 'state'>,
  asOf: Instant | undefined,
): string {
  if (total === 0) return 'No lock is recorded in the registered lockers, which were read.'
  return `No lock is recorded. Whether there is one is not known: ${noValueWords({ reason: whyNoValue(state), asOf })}.`
}

/**
 * The locks of a token as a section in Markdown, each with its locker and its receipt. Empty where the project has no
 * token.
 */
export function locksMarkdown(
  { locks, token, lockers, unread = [], slug, asOf }: LocksOfToken & { readonly slug: string },
  site: Site,
): readonly string[] {
  const { state, total, items = [] } = locks
  if (state === 'NOT_APPLICABLE') return []
  const lines = items.map((lock) => lockLine(lock, token, site))
  const count = total === undefined ? `unknown (${noValueWords({ reason: whyNoValue(state), asOf })})` : total
  return [
    '## Locks',
    `Locks recorded: ${count}`,
    lines.length === 0 ? noLockWords(locks, asOf) : lines.join('\n'),
    ...(hasMoreLocks(locks)
      ? [
          `Listed are the ${items.length} locks that unlock first. All locks by time: ${site.baseUrl}${allLocks(slug)}`,
        ]
      : []),
    ...(lockers.length === 0
      ? []
      : [
          lockers
            .map((of) => `- Locker ${lockerWords(of)}${endedWords(of, unread)}, ${receiptLink(of.id, site)}`)
            .join('\n'),
        ]),
    LOCKS_SCOPE,
  ]
}

/** How the last attempt to read a locker ended, if it read nothing; otherwise empty. */
function endedWords({ id }: TokenLocker, unread: NonNullable<CoverageItem['unread']>): string {
  const failed = unread.find(({ source }) => source === id)
  if (failed === undefined) return ''
  const { outcome, since } = failed
  return `; ${OUTCOME_WORDS[outcome]}${since === undefined ? '' : `, attempts fail since ${instantWords(since)}`}`
}

function lockLine(lock: SnapshotLock, token: Token, site: Site): string {
  const { id, locker, unlockAt, withdrawn, observedAt } = lock
  const { amount, unit } = lockedAmount(lock, token)
  const when = withdrawn ? `withdrawn; unlock was on ${unlockAt}` : `unlock on ${unlockAt}`
  return `- ${amount} ${plainWords(unit)}, ${when}, in the locker ${locker}, read ${observedAt}, ${receiptLink(id, site)}`
}
