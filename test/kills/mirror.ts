import { pause } from '#records/pause.ts'

/** A pause that keeps the load up and leaves most of the processor to the service. */
const BETWEEN_READS_MS = 20
const AFTER_FAILURE_MS = 50
const LIMIT = 100

export type Change = {
  readonly id: string
  readonly revision: number
  readonly op: string
  readonly type?: string
}
type ChangeList = { readonly items: readonly Change[]; readonly nextCursor: string | null }

/** Counts of the answers that a mirror got. */
type Mirrored = {
  /** How often each status was answered; 0 for no answer. */
  readonly statuses: ReadonlyMap<number, number>
  readonly revisions: number
  /** Answers at an older position than an earlier answer. */
  readonly wentBack: number
}

/**
 * Mirrors the ledger by its cursor and reads lists, until it is ended. It continues after every failure. Each request
 * asks for the position of the newest answer.
 */
export function mirror(baseUrl: string) {
  const { signal } = new AbortController()
  const copy = new Map<string, Change>()
  const statuses = new Map<number, number>()
  let [cursor, position, revisions, wentBack, ending] = ['c1.0', 0, 0, 0, false]
  const get = async (path: string, client: number): Promise<ChangeList | undefined> => {
    const headers = {
      connection: 'close',
      'x-forwarded-for': `10.0.${client >> 8}.${client & 255}`,
      'min-position': `${position}`,
    }
    try {
      const answer = await fetch(baseUrl + path, { headers })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.ok) {
        const reached = Number(answer.headers.get('svc-position') ?? Number.NaN)
        if (position > 0 && !(reached >= position)) wentBack += 1
        if (reached > position) position = reached
        await pause(BETWEEN_READS_MS, signal)
        return (await answer.json()) as ChangeList
      }
      await answer.text()
    } catch {
      statuses.set(0, (statuses.get(0) ?? 0) + 1)
    }
    await pause(AFTER_FAILURE_MS, signal)
    return undefined
  }
  const following = (async () => {
    for (let client = 0; ; client = (client + 1) % 65_536) {
      const list = await get(`/api/changes?limit=${LIMIT}&after=${cursor}`, client)
      for (const change of list?.items ?? []) {
        revisions += 1
        if (change.op === 'retract') copy.delete(change.id)
        else copy.set(change.id, change)
      }
      if (list?.nextCursor != null) cursor = list.nextCursor
      if (list?.items.length === 0) {
        if (ending) return
        await get(`/api/projects?limit=${(client % 6) + 1}`, client)
      }
    }
  })()
  return {
    copy,
    async end(): Promise<Mirrored> {
      ending = true
      await following
      return { statuses, revisions, wentBack }
    },
  }
}

/** Every change, newest first, part by part. */
export async function browse(baseUrl: string): Promise<ReadonlyMap<string, Change>> {
  const found = new Map<string, Change>()
  for (let query = `?limit=${LIMIT}`, client = 0; ; client += 1) {
    const headers = { 'x-forwarded-for': `10.1.0.${client & 255}` }
    const list = (await (await fetch(`${baseUrl}/api/changes${query}`, { headers })).json()) as ChangeList
    for (const change of list.items) found.set(change.id, change)
    if (list.nextCursor === null) return found
    query = `?limit=${LIMIT}&cursor=${list.nextCursor}`
  }
}
