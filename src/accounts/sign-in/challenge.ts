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
/** Challenges that are open at once in all; of more, the oldest are given up. */
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
 * Takes the challenge that a browser answers, before the answer is verified: also a refused answer uses it up. An
 * answer to an older challenge leaves the newest one open, which another tab may be about to answer.
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
