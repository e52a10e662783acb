import { Value } from 'typebox/value'
import { noAnswerReasonOf } from '#contract/error-message.ts'
import type { Cursor } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { ChangeList } from '#contract/shapes/change.ts'
import { ServiceStatus } from '#contract/shapes/status.ts'
import type { Post, ReadChangeList, ReadProblem } from './forward.ts'

/** The time limit of a delivery's attempt, and of a read. */
const ANSWER_WITHIN_MS = 5000
const LONGEST_PROBLEM = 300
/** 400: the service did not issue the cursor. 404: the address has no such API. */
const FINAL: readonly number[] = [400, 404]
const NOT_OURS: ReadProblem = { problem: 'the answer is not one of this API', isFinal: false }

/** Reads the ledger of the service at a base address, one list of changes a call. */
export function openChangesReader(baseUrl: string): ReadChangeList {
  return async ({ after, types }) => {
    const query = new URLSearchParams({ after, type: types.join(','), limit: `${LIMITS.changeItems.max}` })
    const answer = await readJson(`${baseUrl}/api/changes?${query}`)
    if ('problem' in answer) return answer
    return Value.Check(ChangeList, answer.json) ? answer.json : NOT_OURS
  }
}

/** The cursor of the newest change in the ledger of the service at a base address. */
export async function readLedgerHead(baseUrl: string): Promise<Cursor | ReadProblem> {
  const answer = await readJson(`${baseUrl}/api/status`)
  if ('problem' in answer) return answer
  return Value.Check(ServiceStatus, answer.json) ? answer.json.ledger.cursor : NOT_OURS
}

/**
 * Sends a request to any address that the operator of this machine names, a private one too. Redirects are not
 * followed. Only the operator's own command may use it: deliveries go through the sender, which checks where they go.
 */
export const postAnywhere: Post = async ({ url, headers, body }) => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await answer.body?.cancel()
    return { status: answer.status, words: `${answer.status}` }
  } catch (error) {
    return { words: wordsOf(error) }
  }
}

async function readJson(url: string): Promise<{ readonly json: unknown } | ReadProblem> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    if (answer.ok) return { json: await answer.json() }
    const problem = `${answer.status} ${await answer.text()}`.slice(0, LONGEST_PROBLEM)
    return { problem, isFinal: FINAL.includes(answer.status) }
  } catch (error) {
    return { problem: wordsOf(error), isFinal: false }
  }
}

/** Why no answer came. */
function wordsOf(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return isLate ? `no answer within ${ANSWER_WITHIN_MS / 1000} s` : noAnswerReasonOf(error)
}
