import { spanMs } from '#app/commands/span.ts'
import { CAUSES, isSingle } from '#app/trigger-causes.ts'
import { CHANGE_TYPES, type ChangeType } from '#contract/events.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Cause, Happening, Step } from '#sandbox/actions/causes.ts'
import { leaveOthersUndue, type World } from './world.ts'

export type Event = {
  readonly id: string
  readonly project: { readonly slug: string }
  readonly summary: string
}

/** A market moves with its second reading. */
const ROUNDS = 3

/** Event types that the replayed past of the sandbox has. */
export const TYPES_OF_THE_PAST = CHANGE_TYPES.filter((type) => 'past' in CAUSES[type])

/** Event types that happenings cause: single ones first, and last what leaves time unread. */
export const CAUSED_TYPES = CHANGE_TYPES.filter(
  (type) => isSingle(CAUSES[type]) || 'steps' in CAUSES[type],
).toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf(type: ChangeType): number {
  const cause = CAUSES[type]
  if (!('steps' in cause)) return 0
  return cause.steps.some((step) => 'unread' in step) ? 2 : 1
}

/** The projects that the causes are about. */
const SUBJECTS = [
  ...new Set(CAUSED_TYPES.flatMap((type) => happeningsIn(CAUSES[type])).map(({ slug }) => slug)),
]

function happeningsIn(cause: Cause): readonly Happening[] {
  if (isSingle(cause)) return cause
  return 'steps' in cause ? cause.steps.filter(isHappening) : []
}

/** Causes an event of each of these types. Only the sources of the projects that the causes are about are read. */
export async function causeEvents(types: readonly ChangeType[], world: World): Promise<void> {
  await leaveOthersUndue(SUBJECTS, world.service)
  for (const type of CAUSED_TYPES.filter((one) => types.includes(one))) {
    const found = await causeEvent(type, world)
    if (found.length === 0) throw new Error(`the cause of ${type} caused none`)
  }
}

/** Causes an event of a type in the world, through its providers and every pipeline. Returns the new events. */
async function causeEvent(type: ChangeType, world: World): Promise<readonly Event[]> {
  const before = new Set((await eventsOfType(type, world)).map(({ id }) => id))
  const news = async () => (await eventsOfType(type, world)).filter(({ id }) => !before.has(id))
  const cause = CAUSES[type]
  if ('steps' in cause) {
    for (const step of cause.steps) await take(step, world)
    return await news()
  }
  if (!isSingle(cause)) throw new Error(`no happening causes ${type}`)
  for (const happening of cause)
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round === 0) await world.act(happening.action, happening.slug)
      await world.settle(happening.slug)
      const found = await news()
      if (found.length > 0) return found
    }
  return []
}

/** Takes a step. Readings are a day apart at most, as the market signals need them. */
async function take(step: Step, world: World): Promise<void> {
  if (isHappening(step)) {
    await world.act(step.action, step.slug)
    return
  }
  const ms = spanMs(step.advance)
  const jump = step.unread === true ? ms : Math.min(ms, DAY_MS)
  for (let passed = 0; passed < ms; passed += jump) await world.advance(Math.min(jump, ms - passed))
}

function isHappening(step: Step): step is Happening {
  return 'action' in step
}

/** The newest events of a type, up to a page. */
export async function eventsOfType(type: ChangeType, world: World): Promise<readonly Event[]> {
  const { body } = await world.get(`/api/changes?type=${type}&limit=100`)
  return body['items'] as readonly Event[]
}
