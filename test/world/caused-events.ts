import { spanMs } from '#app/commands/span.ts'
import { CAUSES, isSingle } from '#app/webhook-trial/trigger-causes.ts'
import { CHANGE_TYPES, type ChangeType } from '#contract/events.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Happening, Step } from '#sandbox/actions/causes.ts'
import { leaveOthersUndue, type World } from './world.ts'

export type Event = {
  readonly id: string
  readonly project: { readonly slug: string }
  readonly summary: string
}

/** Event types that the replayed past of the sandbox has. */
export const TYPES_OF_THE_PAST = CHANGE_TYPES.filter((type) => 'past' in CAUSES[type])

/**
 * Causes an event of each of these types, through the providers of the world and every pipeline. Reads only the sources
 * of the projects that have a cause.
 * @throws Error when a cause made no event
 */
export async function causeEvents(types: readonly ChangeType[], world: World): Promise<void> {
  const causes = types.map((type) => ({ type, cause: CAUSES[type] }))
  const single = causes.flatMap(({ type, cause }) => (isSingle(cause) ? [{ type, happenings: cause }] : []))
  const several = causes.flatMap(({ cause }) => ('steps' in cause ? [cause.steps] : []))
  const happenings = [...single.map((one) => one.happenings), ...several].flat().filter(isHappening)
  await leaveOthersUndue([...new Set(happenings.map(({ slug }) => slug))], world.service)
  const before = new Map<ChangeType, ReadonlySet<string>>()
  for (const type of types) before.set(type, await idsOf(type, world))
  for (const { type, happenings } of single) await happen(type, happenings, world)
  await takeSideBySide(
    several.filter((steps) => !steps.some(isUnread)),
    world,
  )
  for (const steps of several.filter((one) => one.some(isUnread))) await takeSideBySide([steps], world)
  for (const { type, cause } of causes) {
    const isNew = [...(await idsOf(type, world))].some((id) => before.get(type)?.has(id) === false)
    if (!isNew && !('never' in cause)) throw new Error(`the cause of ${type} caused none`)
  }
}

/** Tries one happening after another, until the ledger has an event of the type. */
async function happen(type: ChangeType, happenings: readonly Happening[], world: World): Promise<void> {
  const before = (await idsOf(type, world)).size
  for (const { action, slug } of happenings) {
    await world.act(action, slug)
    await world.settle(slug)
    if ((await idsOf(type, world)).size > before) return
  }
}

/** A step at a time of the clock: a happening, or only a reading. */
type Timed = { readonly at: number; readonly happening?: Happening }

/**
 * Takes the steps of several causes at once, each happening at its own time. Reads at least once a day, except for
 * causes with an `unread` step.
 */
async function takeSideBySide(causes: readonly (readonly Step[])[], world: World): Promise<void> {
  let now = 0
  for (const { at, happening } of causes.flatMap(timedOf).toSorted((a, b) => a.at - b.at)) {
    const longest = causes.flat().some(isUnread) ? Number.POSITIVE_INFINITY : DAY_MS
    while (now < at) {
      const ms = Math.min(longest, at - now)
      await world.advance(ms)
      now += ms
    }
    if (happening !== undefined) await world.act(happening.action, happening.slug)
  }
}

function timedOf(steps: readonly Step[]): readonly Timed[] {
  let at = 0
  return steps.map((step) => {
    if (isHappening(step)) return { at, happening: step }
    at += spanMs(step.advance)
    return { at }
  })
}

function isHappening(step: Step): step is Happening {
  return 'action' in step
}

function isUnread(step: Step): boolean {
  return 'unread' in step
}

async function idsOf(type: ChangeType, world: World): Promise<ReadonlySet<string>> {
  return new Set((await eventsOfType(type, world)).map(({ id }) => id))
}

/** The newest events of a type, up to a limit. */
export async function eventsOfType(type: ChangeType, world: World): Promise<readonly Event[]> {
  const { body } = await world.get(`/api/changes?type=${type}&limit=100`)
  return body['items'] as readonly Event[]
}
