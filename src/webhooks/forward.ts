import type { ChangeType } from '#contract/events.ts'
import type { Cursor } from '#contract/ids.ts'
import type { ChangeEvent, ChangeList } from '#contract/shapes/change.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { pause } from '#records/pause.ts'
import { toEventPayload } from '#views/changes/webhook-payload.ts'
import type { SendRequest } from './send.ts'
import { signWith } from './sign.ts'
import { signedRequest } from './signed-request.ts'

/** Interval at which the ledger is asked when it has nothing new. */
const POLL_MS = 2000
/** The first pause after a failure. It doubles with each further failure in a row, up to the longest. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * How far forwarding has come. All changes up to `after` are forwarded. Of the next list, the changes are forwarded
 * whose revision `forwarded` names.
 */
export type ForwardCheckpoint = { readonly after: Cursor; readonly forwarded: readonly string[] }
/** Why a list was not read. A final problem stays after any number of retries. */
export type ReadProblem = { readonly problem: string; readonly isFinal: boolean }
/** Reads the list of changes of these types after a cursor. */
export type ReadChangeList = (request: {
  readonly after: Cursor
  readonly types: readonly ChangeType[]
}) => Promise<ChangeList | ReadProblem>
/** Sends one request. Without an answer `status` is undefined, and `words` states the reason. */
export type Post = (request: SendRequest) => Promise<{ readonly status?: number; readonly words: string }>

type ForwardInput = {
  readonly from: ForwardCheckpoint
  readonly types: readonly ChangeType[]
  readonly url: string
  readonly secret: string
  readonly signal: AbortSignal
}
export type ForwardDeps = {
  readonly readList: ReadChangeList
  readonly post: Post
  /** Stores the checkpoint. A later start continues there. */
  readonly save: (checkpoint: ForwardCheckpoint) => Promise<void>
  readonly print: (line: string) => void
  readonly now: () => Instant
}

/**
 * Forwards the changes after a checkpoint in ledger order until the signal, each signed like a delivery. It sends the
 * same event again until the answer is a 2xx, and only then moves on. The signal does not cut off a request in flight.
 * The first checkpoint is stored once the service has accepted its cursor.
 * @throws Error when the service refuses the cursor
 */
export async function forwardChanges(input: ForwardInput, deps: ForwardDeps): Promise<void> {
  const { types, signal } = input
  let checkpoint = input.from
  while (!signal.aborted) {
    const list = await readUntilAnswered({ after: checkpoint.after, types, signal }, deps)
    if (list === undefined) return
    if (checkpoint === input.from) await deps.save(checkpoint)
    const next = await forwardList(list, { ...input, from: checkpoint }, deps)
    if (next === undefined) return
    if (next.after === checkpoint.after) await pause(POLL_MS, signal)
    else await deps.save(next)
    checkpoint = next
  }
}

/** Forwards the changes of a list that were not forwarded before. Undefined when the signal came first. */
async function forwardList(
  list: ChangeList,
  input: ForwardInput,
  deps: ForwardDeps,
): Promise<ForwardCheckpoint | undefined> {
  const { after } = input.from
  let { forwarded } = input.from
  for (const event of list.items) {
    const name = revisionOf(event)
    if (forwarded.includes(name)) continue
    if (!(await sendUntilTaken(event, input, deps))) return undefined
    forwarded = [...forwarded, name]
    await deps.save({ after, forwarded })
  }
  return list.nextCursor === null ? { after, forwarded } : checkpointAfter(list.nextCursor)
}

/** The checkpoint at which everything up to a cursor is forwarded. */
export function checkpointAfter(after: Cursor): ForwardCheckpoint {
  return { after, forwarded: [] }
}

/** Sends an event until an answer is a 2xx. False when the signal came first. */
async function sendUntilTaken(event: ChangeEvent, input: ForwardInput, deps: ForwardDeps): Promise<boolean> {
  const { url, secret, signal } = input
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const request = requestOf(event, { url, secret, sentAt: deps.now() })
    const { status, words } = await deps.post(request)
    const isTaken = status !== undefined && status >= 200 && status <= 299
    const waitMs = isTaken ? 0 : pauseAfter(attempt)
    const again = isTaken ? '' : `; again in ${waitMs / 1000} s`
    deps.print(
      `${event.type ?? 'event.retracted'} ${revisionOf(event)}: attempt ${attempt}: ${words}${again}`,
    )
    if (isTaken) return true
    await pause(waitMs, signal)
  }
  return false
}

/** Reads a list until it is answered. Undefined when the signal came first. @throws Error for a final problem */
async function readUntilAnswered(
  { signal, ...request }: Parameters<ReadChangeList>[0] & Pick<ForwardInput, 'signal'>,
  deps: ForwardDeps,
): Promise<ChangeList | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const list = await deps.readList(request)
    if (!('problem' in list)) return list
    if (list.isFinal) throw new Error(`/api/changes?after=${request.after}: ${list.problem}`)
    const waitMs = pauseAfter(attempt)
    deps.print(`/api/changes: attempt ${attempt}: ${list.problem}; again in ${waitMs / 1000} s`)
    await pause(waitMs, signal)
  }
  return undefined
}

/** The request of an event. Its delivery id is the same on every attempt and after every start. */
export function requestOf(
  event: ChangeEvent,
  { url, secret, sentAt }: Pick<ForwardInput, 'url' | 'secret'> & { readonly sentAt: Instant },
): SendRequest {
  const deliveryId = uuidOf('forwarded', JSON.stringify([url, event.id, event.revision]))
  const payload = toEventPayload(event, { deliveryId, sentAt })
  return signedRequest({ url, payload }, { sign: (signed) => signWith([secret], signed) })
}

/** The pause in milliseconds after this many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
}

function revisionOf({ id, revision }: ChangeEvent): string {
  return `${id} revision ${revision}`
}
