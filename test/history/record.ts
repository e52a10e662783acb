import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Append, Entry, Exchange, Visibility } from './history.ts'

const ANSWERED_WITHIN_MS = 30_000

/** Something that a session asks. */
export type Request = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A client that chooses its next request by the answers it got. */
export type Session = {
  readonly name: string
  readonly next: () => Request
  readonly answered?: (exchange: Exchange) => void
  /** Whether the session never sends `min-position`, as a visitor who comes for the first time. */
  readonly isVisitor?: boolean
}

/** A recording in progress. */
export type Recording = {
  readonly entries: readonly Entry[]
  /** The present time of the history. */
  readonly now: () => number
  /** Adds an append. Later requests of its session must show it. */
  readonly wrote: (append: Omit<Append, 'kind' | 'endedAt'>) => void
  /** Runs a hiding or publication and adds it. `run` answers the position of the ledger afterwards. */
  readonly act: (act: Pick<Visibility, 'slug' | 'becomes'>, run: () => Promise<number>) => Promise<void>
  /** Ends the load and waits for the answers that are due. */
  readonly end: () => Promise<readonly Entry[]>
}

type Load = {
  /** The services that take turns. */
  readonly origins: readonly string[]
  readonly sessions: readonly Session[]
  readonly perSecond: number
}

/** The newest position that each session got or wrote, which its next request asks for; and each body once. */
type State = { readonly positions: Map<string, number>; readonly bodies: Map<string, string> }

/**
 * Sends requests at a constant rate, each session in turn. No request waits for an answer, so a slow answer delays no
 * later request.
 */
export function record(load: Load): Recording {
  const begun = performance.now()
  const now = () => performance.now() - begun
  const entries: Entry[] = []
  const state: State = { positions: new Map(), bodies: new Map() }
  const ending = new AbortController()
  const sent = sendAll({
    load,
    now,
    state,
    signal: ending.signal,
    done: (exchange) => entries.push(exchange),
  })
  return {
    entries,
    now,
    wrote(append) {
      entries.push({ kind: 'append', ...append, endedAt: now() })
      raise(state, append.session, append.position)
    },
    async act(act, run) {
      const begunAt = now()
      const position = await run()
      entries.push({ kind: 'visibility', ...act, position, begunAt, endedAt: now() })
    },
    async end() {
      ending.abort()
      await sent
      return entries
    },
  }
}

async function sendAll(input: {
  readonly load: Load
  readonly now: () => number
  readonly state: State
  readonly signal: AbortSignal
  readonly done: (exchange: Exchange) => void
}): Promise<void> {
  const { load, now, state, signal, done } = input
  const { origins, sessions, perSecond } = load
  const open = new Set<Promise<void>>()
  for (let number = 0; ; number += 1) {
    const intendedAt = (number * 1000) / perSecond
    while (now() < intendedAt && !signal.aborted) await pauseFor(intendedAt - now(), signal)
    // Lets answers arrive: a machine that is behind would otherwise only send requests.
    await turn()
    if (signal.aborted) break
    const session = sessions[number % sessions.length]
    const origin = origins[Math.floor(number / sessions.length + number) % origins.length]
    if (session === undefined || origin === undefined) throw new Error('expected a session and an origin')
    const sending = ask({ session, origin, intendedAt, now, state }).then(done)
    open.add(sending)
    void sending.finally(() => open.delete(sending))
  }
  await Promise.all(open)
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.max(1, ms), undefined, { signal }).catch(() => 'the recording ends')
}

async function ask(input: {
  readonly session: Session
  readonly origin: string
  readonly intendedAt: number
  readonly now: () => number
  readonly state: State
}): Promise<Exchange> {
  const { session, origin, intendedAt, now, state } = input
  const { method = 'GET', path, headers = {}, body } = session.next()
  const minPosition = session.isVisitor === true ? undefined : state.positions.get(session.name)
  const asked = minPosition === undefined ? headers : { ...headers, 'min-position': `${minPosition}` }
  const sentAt = now()
  const answer = await answerOf(origin + path, {
    method,
    headers: asked,
    ...(body !== undefined && { body }),
  })
  const exchange: Exchange = {
    kind: 'exchange',
    session: session.name,
    intendedAt,
    sentAt,
    endedAt: now(),
    method,
    path,
    minPosition,
    status: answer.status,
    position: answer.position,
    saysWhen: answer.saysWhen,
    body: shared(state, answer.body),
  }
  if (exchange.status === 200 && exchange.position !== undefined)
    raise(state, session.name, exchange.position)
  session.answered?.(exchange)
  return exchange
}

type Answer = Pick<Exchange, 'status' | 'position' | 'saysWhen' | 'body'>

/** The answer; status 0 and the reason as its body when none came. */
async function answerOf(url: string, init: RequestInit): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
    const answer = await fetch(url, { ...init, signal, redirect: 'manual' })
    const position = answer.headers.get('svc-position')
    return {
      status: answer.status,
      position: position === null ? undefined : Number(position),
      saysWhen: answer.headers.has('retry-after'),
      body: await answer.text(),
    }
  } catch (cause) {
    return { status: 0, position: undefined, saysWhen: false, body: wordsOf(cause) }
  }
}

/** The words of a failure and of what caused it. */
function wordsOf(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined
  return cause === undefined ? String(failure) : `${failure}, ${wordsOf(cause)}`
}

/** Equal bodies are kept once. */
function shared({ bodies }: State, body: string): string {
  const kept = bodies.get(body) ?? body
  bodies.set(kept, kept)
  return kept
}

function raise({ positions }: State, session: string, position: number): void {
  positions.set(session, Math.max(position, positions.get(session) ?? position))
}
