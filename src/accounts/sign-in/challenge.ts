import { refuseAccount } from '#accounts/refusal.ts'
import { tokenDigest } from '#accounts/tokens.ts'
import { addMs } from '#contract/time.ts'
import {
  type ChallengePurpose,
  hasChallenge,
  type OpenChallenge,
  saveChallenge,
  takeChallenge,
} from '#records/accounts/challenges.ts'
import { inTransaction } from '#records/database.ts'
import { challengeIn } from './ceremony.ts'
import type { SignInDeps } from './deps.ts'

const VALID_MS = 300_000
/** The most open challenges of all browsers together. Beyond that, the oldest are deleted. */
const MOST_OPEN = 5_000

type Deps = Pick<SignInDeps, 'database' | 'now' | 'browser'>

/** Stores the challenge that a browser was given. */
export function openChallenge(
  opened: OpenChallenge & { readonly purpose: ChallengePurpose },
  { database, now, browser }: Deps,
): Promise<void> {
  return inTransaction(database, (writer) =>
    saveChallenge(
      {
        ...opened,
        browser: tokenDigest(browser),
        now,
        openedAfter: addMs(now, -VALID_MS),
        limit: MOST_OPEN,
      },
      writer,
    ),
  )
}

/**
 * Takes the challenge that a browser answers. This comes before the answer is verified, so a refused answer uses the
 * challenge up too. An answer to an older challenge leaves the newest one open, because another tab may be about to
 * answer it.
 * @throws AccountRefusal when it expired, was answered, was given to another browser, or was replaced by a newer one
 */
export async function takeOwnChallenge(
  answered: { readonly purpose: ChallengePurpose; readonly answer: string },
  { database, now, browser }: Deps,
): Promise<OpenChallenge> {
  const { purpose, answer } = answered
  const challenge = challengeIn(answer)
  const own = { browser: tokenDigest(browser), openedAfter: addMs(now, -VALID_MS) }
  const taken = await inTransaction(database, (writer) =>
    takeChallenge({ ...own, purpose, challenge }, writer),
  )
  if (taken !== undefined) return taken
  return refuseAccount((await hasChallenge(own, database)) ? 'challenge_replaced' : 'challenge_expired')
}
