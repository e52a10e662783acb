import { RULE_BOOK } from '#domain/rule-book.ts'
import { findNewerRelease } from '#records/collecting/pipelines.ts'
import type { Service } from '../service.ts'
import { VERSION } from './version.ts'

const NUMBERS = VERSION.split('.').map((part) => Number.parseInt(part, 10))
const RULE_VERSIONS = RULE_BOOK.map(({ id }) => Number.parseInt(id.slice(id.indexOf('@') + 1), 10))

/**
 * Orders the releases whose processes run at once: the numbers of the version, then the sum of the versions of the
 * rules, which a new version of a rule raises. Release 0.1.0 with rules that sum up to 58 is [0, 1, 0, 58].
 */
export const RELEASE: readonly number[] = [
  ...NUMBERS,
  RULE_VERSIONS.reduce((sum, version) => sum + version, 0),
]

/** A release in words. */
export function releaseWords(release: readonly number[]): string {
  return `${release.slice(0, -1).join('.')} with rules ${release.at(-1)}`
}

/**
 * Logs when a newer release begins to run the pipelines, because this process then leaves them to it, and when that
 * release has ended. Registers the pipelines of this process in two cases. (1) The newer release has ended: the
 * pipelines that only it knows stay registered until then. (2) The database lacks some pipelines: a restore or a
 * failover can put another database in its place.
 */
export function watchRegistration(
  { database, clock, logger }: Pick<Service, 'database' | 'clock' | 'logger'>,
  pipelines: { readonly areRegistered: () => Promise<boolean>; readonly register: () => Promise<void> },
): () => Promise<void> {
  let before = false
  return async () => {
    const newer = await findNewerRelease({ release: RELEASE, now: clock.now() }, database)
    const now = newer !== undefined
    if (now && !before)
      logger.warn(
        { newer: releaseWords(newer), own: releaseWords(RELEASE) },
        'a newer release runs the pipelines; this process leaves them to it until it has run none for a minute',
      )
    if (!now && before) {
      await pipelines.register()
      logger.warn('the newer release is gone; this process runs the pipelines again')
    }
    if (!now && !(await pipelines.areRegistered())) {
      await pipelines.register()
      logger.warn('the database lacked pipelines of this process, which are registered now')
    }
    before = now
  }
}
