import { type CalendarDate, dateOf, msOf } from '#contract/time.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { raiseServiceClock } from '#records/service-clock.ts'
import type { Past, Sandbox } from '#sandbox/start.ts'
import { barOf } from '../commands/progress.ts'
import type { Service } from '../service.ts'
import { registerPipelines } from './pipelines.ts'
import { runEachOnce, type Shown } from './work.ts'

/** Slows the cadences, so that a daily source is due on each replayed day. These are at most 71 hours apart. */
const PAST_CADENCE_DIVISOR = 1 / 2.7

type Replay = Pick<Shown, 'show'> & {
  readonly world: Sandbox
  readonly signal: AbortSignal
  /** Called when a day of the replay begins. */
  readonly began?: (day: Past & { readonly date: CalendarDate }) => void
}

/**
 * Replays the rest of the sandbox's past until the present or the signal. Each step applies the catalogue of its day
 * and runs every pipeline once, except those of webhooks and retention. Only the sandbox stores the progress, so a
 * killed replay continues where it stopped. Does nothing when the replay is complete.
 */
export async function replayPast(input: Replay, present: Service): Promise<void> {
  const { world, signal } = input
  await alignClocks(world, present)
  if (world.clock.behindMs() === 0) return
  const service = { ...present, config: { ...present.config, cadenceDivisor: PAST_CADENCE_DIVISOR } }
  await registerPipelines(service)
  while (world.clock.behindMs() > 0) {
    const { day, days } = world.past()
    input.began?.({ day, days, date: dateOf(service.clock.now()) })
    await applyCatalogue(world.catalogueDir, {
      database: service.database,
      now: service.clock.now(),
      lockers: service.config.providers.lockers,
    })
    await runEachOnce({ ...input, label: `${barOf({ done: day - 1, total: days })} ` }, service)
    if (signal.aborted) return
    await world.replayNext({ skip: false })
  }
}

/**
 * Moves the service clock up to the world's, in case a kill separated the two moves of `sandbox advance`. Skips the
 * replay when the database has later records than a new world, because the service's time never goes back.
 */
async function alignClocks(world: Sandbox, service: Service): Promise<void> {
  const offsetMs = world.clock.aheadMs()
  await inTransaction(service.database, (writer) => raiseServiceClock({ offsetMs }, writer))
  await service.clock.sync(service.database)
  const now = msOf(service.clock.now())
  const runs = await getPipelines(service.database)
  const hasLaterRuns = runs.some(({ lastStartedAt }) => lastStartedAt !== null && msOf(lastStartedAt) > now)
  if (hasLaterRuns && world.clock.behindMs() > 0) await world.replayNext({ skip: true })
}
