import type { Exchange, LedgerRow } from './history.ts'

/** A bug of the service that the checker must find. */
export type Fault =
  | 'ignores the position of earlier answers'
  | 'ignores the position of own writes'
  | 'leaves out an item'
  | 'repeats an item'
  | 'writes other bytes on a standby'
  | 'shows a hidden project on a standby'

/** The log of the primary; a node has replayed the start of it. */
type Step =
  | { readonly does: 'append'; readonly row: LedgerRow }
  | { readonly does: 'hide' | 'publish'; readonly slug: string }

type State = { readonly rows: readonly LedgerRow[]; readonly hidden: ReadonlySet<string> }
type Asked = {
  readonly node: number
  readonly session: string
  readonly path: string
  readonly minPosition?: number
}
type Answer = Pick<Exchange, 'status' | 'position' | 'body'>

export const STANDBYS = 2
/** One time for all rows: the simulation has no clock. */
const RECORDED_AT = '2026-11-20T12:00:00Z'

/** A service that follows the rules of reads from standbys, on logs in memory. Node 0 is the primary. */
export function simulateService(fault?: Fault) {
  const log: Step[] = []
  const replayed = new Map<number, number>()
  /** The newest position that each session wrote, and below it the newest one that it was answered. */
  const written = new Map<string, number>()
  const answeredAt = new Map<string, number>()
  const heeded = heededBy(fault)
  const stateOf = (node: number) => stateAfter(log.slice(0, node === 0 ? log.length : replayed.get(node)))
  const append = (id: string, op: LedgerRow['op'], slug: string | null): LedgerRow => {
    const { rows } = stateOf(0)
    const revision = rows.filter((row) => row.id === id).length + 1
    const row = { position: rows.length + 1, id, revision, op, recordedAt: RECORDED_AT, slug }
    log.push({ does: 'append', row })
    return row
  }
  const replayAll = () => {
    for (let node = 1; node <= STANDBYS; node += 1) replayed.set(node, log.length)
  }
  replayAll()
  return {
    ledger: () => stateOf(0).rows,
    append(session: string, id: string, slug: string | null): LedgerRow {
      const row = append(id, 'upsert', slug)
      written.set(session, row.position)
      return row
    },
    /** Hides the project on every node before it returns. */
    hide(slug: string) {
      log.push({ does: 'hide', slug })
      replayAll()
    },
    publish(slug: string) {
      log.push({ does: 'publish', slug })
    },
    /** Writes the retractions of hidden projects. */
    settle() {
      const { rows, hidden } = stateOf(0)
      const newest = new Map(rows.map((row) => [row.id, row]))
      for (const { id, op, slug } of newest.values())
        if (op === 'upsert' && slug !== null && hidden.has(slug)) append(id, 'retract', slug)
    },
    replay(node: number, steps: number) {
      replayed.set(node, Math.min(log.length, (replayed.get(node) ?? 0) + steps))
    },
    answer({ node, session, path, minPosition = 0 }: Asked): Answer {
      const own = written.get(session) ?? 0
      const earlier = answeredAt.get(session) ?? 0
      const required = { earlier: Math.min(minPosition, earlier), own, all: minPosition }[heeded]
      const at = stateOf(node).rows.length < required ? 0 : node
      const answer = answerOn(stateOf(at), { path, isStandby: at > 0, fault })
      answeredAt.set(session, Math.max(earlier, answer.position ?? 0))
      return answer
    },
  }
}

/** Which positions the service respects: of earlier answers, of own writes, or all. */
function heededBy(fault: Fault | undefined): 'earlier' | 'own' | 'all' {
  if (fault === 'ignores the position of earlier answers') return 'own'
  return fault === 'ignores the position of own writes' ? 'earlier' : 'all'
}

function stateAfter(steps: readonly Step[]): State {
  const rows: LedgerRow[] = []
  const hidden = new Set<string>()
  for (const step of steps) {
    if (step.does === 'append') rows.push(step.row)
    else if (step.does === 'hide') hidden.add(step.slug)
    else hidden.delete(step.slug)
  }
  return { rows, hidden }
}

type On = { readonly path: string; readonly isStandby: boolean; readonly fault: Fault | undefined }

function answerOn(state: State, on: On): Answer {
  const position = state.rows.length
  const { pathname, searchParams } = new URL(on.path, 'http://service')
  if (pathname === '/api/changes') {
    const after = Number((searchParams.get('after') ?? '').slice('c1.'.length))
    return {
      status: 200,
      position,
      body: listOf(state, { ...on, after, limit: Number(searchParams.get('limit')) }),
    }
  }
  const slug = pathname.split('/').at(-1) ?? ''
  const isShown =
    !state.hidden.has(slug) || (on.fault === 'shows a hidden project on a standby' && on.isStandby)
  return isShown
    ? { status: 200, position, body: JSON.stringify({ slug }) }
    : { status: 404, position, body: '{}' }
}

function listOf(
  { rows, hidden }: State,
  { after, limit, isStandby, fault }: On & { readonly after: number; readonly limit: number },
): string {
  const newest = new Map(rows.map(({ id, position }) => [id, position]))
  const stood = rows.filter(({ id, position }) => newest.get(id) === position)
  const next = stood.filter(({ position }) => position > after).slice(0, limit)
  const end = next.findIndex(({ op, slug }) => op === 'upsert' && slug !== null && hidden.has(slug))
  const sound = end < 0 ? next : next.slice(0, end)
  const before = stood.findLast(({ position }) => position <= after)
  const items = [
    ...(fault === 'repeats an item' && before !== undefined ? [before] : []),
    ...sound.filter((_, index) => fault !== 'leaves out an item' || index !== 1),
  ]
  const shown = items.map(({ id, revision, op }) => ({ id, revision, op }))
  const nextCursor = `c1.${sound.at(-1)?.position ?? after}`
  const name = fault === 'writes other bytes on a standby' && isStandby ? { name: 'standby' } : {}
  return JSON.stringify({ items: shown, nextCursor, ...name })
}
