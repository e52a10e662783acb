import type { ServedStandbys } from '#test/postgres/served-standbys.ts'
import { waitUntil } from '../alerts/wait-until.ts'
import { appendUntil, readLedger } from './acknowledged.ts'
import { isRefusal } from './failed-reads.ts'
import { entriesOf, type History } from './history.ts'
import { latencyOf } from './latency.ts'
import type { Recording } from './record.ts'
import { mirrorSession, readerSession, visitorSession } from './sessions.ts'

const PER_SECOND = 50
const APPENDED_WITHIN_MS = 120_000
/** A project that is hidden and published again; events are written for another one. */
export const HIDDEN = 'marlow'
const PATHS = [
  '/api/changes?limit=10',
  `/api/projects/${HIDDEN}`,
  '/api/projects?limit=48',
  `/api/changes?project=${HIDDEN}&limit=10`,
  '/api/projects/opaline/snapshot',
  `/api/projects/${HIDDEN}/timeline`,
]
/** The session whose reads must show what is written. */
const WRITER = 'mirror 0'

/** A recording in which events are written. */
export type Loaded = {
  readonly recording: Recording
  /** Waits until that many more events are acknowledged. */
  readonly appended: (count: number) => Promise<void>
  readonly hide: () => Promise<void>
  readonly publish: () => Promise<void>
}

/**
 * Records a load while something happens to the servers: two mirrors, of which one writes events, two readers, and
 * visitors. Prints what was measured.
 */
export async function recordUnderLoad(
  { name, happens }: { readonly name: string; readonly happens: (loaded: Loaded) => Promise<void> },
  served: Pick<ServedStandbys, 'record' | 'database' | 'projectId' | 'setVisible'>,
): Promise<History> {
  const sessions = [
    mirrorSession(0),
    mirrorSession(1),
    readerSession(2, PATHS),
    readerSession(3, PATHS),
    visitorSession(4, PATHS),
  ]
  const recording = served.record(sessions, PER_SECOND)
  const ending = new AbortController()
  const { database, projectId } = served
  const appending = appendUntil(ending.signal, { session: WRITER, projectId }, { recording, database })
  const appended = async (count: number) => {
    const enough = entriesOf(recording, 'append').length + count
    const isEnough = async () => entriesOf(recording, 'append').length >= enough
    await waitUntil({ name: 'events are acknowledged', withinMs: APPENDED_WITHIN_MS }, isEnough)
  }
  const see = (becomes: 'hidden' | 'published') =>
    recording.act({ slug: HIDDEN, becomes }, () => served.setVisible(HIDDEN, becomes === 'published'))
  try {
    await happens({ recording, appended, hide: () => see('hidden'), publish: () => see('published') })
  } finally {
    ending.abort()
    await recording.end()
  }
  const failed = await appending
  const history = { entries: recording.entries, ledger: await readLedger(database) }
  console.log(`${name}: ${wordsOf(history)}; ${failed} writes failed`)
  return history
}

function wordsOf(history: History): string {
  const exchanges = entriesOf(history, 'exchange')
  const { p50, p99, max } = latencyOf(exchanges)
  return [
    `${exchanges.length} reads`,
    `${exchanges.filter(isRefusal).length} refused with retry-after`,
    `from the intended start p50 ${p50} ms, p99 ${p99} ms, at most ${max} ms`,
    `${entriesOf(history, 'append').length} events acknowledged`,
  ].join(', ')
}
