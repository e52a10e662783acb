import { msOf } from '#contract/time.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { raiseServiceClock } from '#records/service-clock.ts'
import type { Sandbox } from '#sandbox/start.ts'
import type { ShowCounts } from './commands/progress.ts'
import { registerPipelines } from './pipelines.ts'
import type { Service } from './service.ts'
import { runEachOnce } from './work.ts'

/** The days of the past lie far apart; what is read as seldom falls due on fewer of them. */
const PAST_CADENCE_DIVISOR = 1 / 60

type Living = { readonly world: Sandbox; readonly signal: AbortSignal; readonly show?: ShowCounts }

/**
 * Lives through what is left of the sandbox's past: on each of its days the catalogue as it then stood is applied and
 * every pipeline runs once, until the present or the signal. How far it came is kept by the sandbox alone, so a kill at
 * any moment is taken up where it struck. Does nothing on a world whose past is over.
 */
export async function livePast(input: Living, present: Service): Promise<void> {
  const { world, signal } = input
  await agreeOnTime(world, present)
  if (world.clock.behindMs() === 0) return
  const service = { ...present, config: { ...present.config, cadenceDivisor: PAST_CADENCE_DIVISOR } }
  await registerPipelines(service)
  while (world.clock.behindMs() > 0) {
    await applyCatalogue(world.catalogueDir, {
      database: service.database,
      now: service.clock.now(),
      lockerAddress: service.config.providers.lockerAddress,
    })
    await runEachOnce(input, service)
    if (signal.aborted) return
    await world.goOn({ skip: false })
  }
}

/**
 * A kill between the two moves of `sandbox advance` left the service behind its world: it catches up. A new world
 * under records of later days passes over its past, for the service's time never goes back.
 */
async function agreeOnTime(world: Sandbox, service: Service): Promise<void> {
  const offsetMs = world.clock.aheadMs()
  await inTransaction(service.database, (writer) => raiseServiceClock({ offsetMs }, writer))
  await service.clock.sync(service.database)
  const now = msOf(service.clock.now())
  const runs = await getPipelines(service.database)
  const hasLivedOn = runs.some(({ lastStartedAt }) => lastStartedAt !== null && msOf(lastStartedAt) > now)
  if (hasLivedOn && world.clock.behindMs() > 0) await world.goOn({ skip: true })
}
