import type { ChangeType, IMPLIED_TYPES } from '#contract/events.ts'
import type { Slug } from '#contract/ids.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import { refuse } from '#operator/refusal.ts'
import { getOfProject } from '#records/by-project.ts'
import { makeStreamsDue } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { getSyncList } from '#records/ledger/change-list.ts'
import { findLedgerHead } from '#records/ledger/head.ts'
import { findProjectBySlug } from '#records/project/projects.ts'
import { getSources } from '#records/project/sources.ts'
import { markForEvaluation } from '#records/project/work.ts'
import type { Happening } from '#sandbox/actions/causes.ts'
import { runPipelines } from '../commands/operate.ts'
import { controlOf, requestSandbox, SandboxRefusal } from '../sandbox.ts'
import type { Service } from '../service.ts'
import { happeningsOf } from './trigger-causes.ts'

/** How often a project is read. A reading that another process began before the happening can miss it. */
const ROUNDS = 2
const MOST_ENTRIES = 500

/** An event that was caused. A retraction names no project and no summary. */
type Triggered = {
  readonly type: ChangeType | keyof typeof IMPLIED_TYPES
  readonly id: string
  readonly revision: number
  readonly project: Slug | null
  readonly summary: string | null
}

/**
 * Causes an event of a type in the sandbox, and runs the pipelines until the ledger has it. Tries one project after
 * another, because some things happen to a project only once.
 * @throws Refusal when no happening causes the event, and at the signal
 */
export async function triggerEvent(
  { type, signal }: { readonly type: string; readonly signal: AbortSignal },
  service: Service,
): Promise<readonly Triggered[]> {
  const controlUrl = controlOf(service)
  const happenings = happeningsOf(type)
  const tried: string[] = []
  for (const happening of happenings) {
    if (signal.aborted)
      refuse(`Interrupted before ${happening.action} ${happening.slug}. To continue, run the command again`)
    const result = await cause(happening, { type, controlUrl, signal }, service)
    if (typeof result !== 'string') return result
    tried.push(result)
  }
  refuse(
    `No ${type} was recorded. ${tried.join('; ')}. Move the clock with svc sandbox advance 7d, then try again`,
  )
}

/** Causes a happening in the sandbox and reads its project. Returns the events of the type, or why there are none. */
async function cause(
  { action, slug }: Happening,
  { type, controlUrl, signal }: { readonly type: string; controlUrl: string; signal: AbortSignal },
  service: Service,
): Promise<readonly Triggered[] | string> {
  const { position } = await findLedgerHead(service.database)
  try {
    await requestSandbox({ controlUrl, path: '/do', body: { action, slug } })
  } catch (error) {
    if (error instanceof SandboxRefusal) return error.message
    throw error
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    await makeDue(slug, service)
    await runPipelines({ name: 'all', extent: 'due', signal }, service)
    const events = await eventsAfter(position, type, service)
    if (events.length > 0) return events
  }
  return `${action} ${slug} caused none`
}

/** Makes every source of a project due, and its evaluation. */
async function makeDue(slug: string, { database, clock }: Service): Promise<void> {
  const project = await findProjectBySlug(slug, database)
  if (project === undefined) refuse(`The catalogue has no project "${slug}"`)
  const sources = await getOfProject({ projectId: project.id, get: getSources }, database)
  const sourceIds = sources.map(({ id }) => id.slice(id.indexOf(':') + 1))
  const now = clock.now()
  await inTransaction(database, async (writer) => {
    await makeStreamsDue({ now, sourceIds }, writer)
    await markForEvaluation({ projectIds: [project.id], now }, writer)
  })
}

/** The events of a type that subscribers are notified of: live ones, and retractions. */
async function eventsAfter(
  after: number,
  type: string,
  { database }: Service,
): Promise<readonly Triggered[]> {
  const { entries } = await getSyncList({ from: { after }, filters: {}, limit: MOST_ENTRIES }, database)
  return entries
    .filter(({ entry }) => entry.op === 'retract' || entry.origin === 'live')
    .map(({ entry }) => toTriggered(entry))
    .filter((event) => event.type === type)
}

function toTriggered(entry: LedgerEntry): Triggered {
  const { id, revision } = entry
  if (entry.op === 'retract') return { type: 'event.retracted', id, revision, project: null, summary: null }
  return { type: entry.type, id, revision, project: entry.project?.slug ?? null, summary: entry.summary }
}
