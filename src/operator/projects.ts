import type { ProjectState } from '#contract/enums.ts'
import { parseSlug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { retractProject } from '#ledger/retract.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import {
  findProjectBySlug,
  getProjects,
  getSlugHolders,
  markRenamed,
  type Project,
  saveProjectSlug,
  saveProjectState,
} from '#records/project/projects.ts'
import { markForEvaluation, markForLedger } from '#records/project/work.ts'
import { refuse } from './refusal.ts'

type Deps = { readonly database: Database; readonly now: Instant }

const LISTED_AT_MOST = 10_000

/** Every project in any state, by slug; at most ten thousand. */
export function listProjects(deps: Deps): Promise<readonly Project[]> {
  return getProjects({ limit: LISTED_AT_MOST }, deps.database)
}

/** Publishes a draft or hidden project; the next ledger run writes its events. @throws Refusal when unknown */
export function publishProject(input: { slug: string }, deps: Deps): Promise<Project> {
  return moveProject({ slug: input.slug, state: 'published' }, deps)
}

/** Hides a project: it answers 404, and its events are retracted. @throws Refusal when unknown */
export function hideProject(input: { slug: string }, deps: Deps): Promise<Project> {
  return moveProject({ slug: input.slug, state: 'hidden' }, deps)
}

/**
 * Gives a project a new slug; the old one answers 308 and is never reused. @throws Refusal when used before or
 * malformed
 */
export function renameProject(input: { slug: string; newSlug: string }, deps: Deps): Promise<Project> {
  const slug = parseSlug(input.newSlug)
  if (slug === undefined) refuse(`Invalid slug "${input.newSlug}": expected 1 to 80 of a-z, 0-9 and hyphen`)
  return inTransaction(deps.database, async (writer) => {
    const project = await knownProject(input.slug, writer)
    const holder = (await getSlugHolders([slug], writer)).get(slug)
    if (holder !== undefined) refuse(`Slug "${slug}" is or was a project's slug and is never reused`)
    await markForLedger({ projectIds: [project.id], now: deps.now }, writer)
    await saveProjectSlug({ id: project.id, slug, now: deps.now }, writer)
    await markRenamed([project.id], writer)
    await announce('answers', writer)
    return { ...project, slug }
  })
}

function moveProject(input: { slug: string; state: ProjectState }, deps: Deps): Promise<Project> {
  return inTransaction(deps.database, async (writer) => {
    const project = await knownProject(input.slug, writer)
    if (project.state === input.state) return project
    await markForEvaluation({ projectIds: [project.id], now: deps.now }, writer)
    await markForLedger({ projectIds: [project.id], now: deps.now }, writer)
    await saveProjectState({ id: project.id, state: input.state, now: deps.now }, writer)
    if (input.state === 'hidden') await retractProject({ projectId: project.id, now: deps.now }, writer)
    await announce('answers', writer)
    return { ...project, state: input.state }
  })
}

async function knownProject(slug: string, writer: Writer): Promise<Project> {
  const project = await findProjectBySlug(slug, writer)
  if (project === undefined) refuse(`Unknown project "${slug}": svc project list shows all projects`)
  return project
}
