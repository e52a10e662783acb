import { findDatabaseFailure } from '#records/database-failure.ts'
import { pause } from '#records/pause.ts'
import type { Show } from '../commands/progress.ts'
import { watchRegistration } from '../process/release.ts'
import type { Service } from '../service.ts'
import { allEnded } from './all-ended.ts'
import { deliverWebhooks } from './delivering.ts'
import { every } from './every.ts'
import { areRegistered, LEASED, registerPipelines, runNow, runWhenDue } from './pipelines.ts'
import { STEPS, type StepName } from './steps.ts'

const TICK_MS = 1000
const REGISTRATION_EVERY_MS = 10_000
const READING_ALONE_MS = 60_000

/** The display of progress for a run of all pipelines; `label` begins each line. */
export type Shown = { readonly show?: Show | undefined; readonly label?: string }

/** Steps that run side by side when the steps before them have ended, because none reads what another writes. */
const TOGETHER: readonly StepName[] = ['reports', 'days']
/** Steps that neither another step nor a start waits for. */
const UNAWAITED: readonly StepName[] = ['fan_out', 'deliver', 'retention']
const IN_ORDER = STEPS.filter((name) => ![...TOGETHER, ...UNAWAITED, 'collect'].includes(name))

type Once = Shown & { readonly signal: AbortSignal }

/**
 * Runs every step once over what is due, except webhooks and retention. Steps that build on each other run in order.
 * Waits while the database is unreachable.
 */
export async function runEachOnce(input: Once, service: Service): Promise<void> {
  await runSteps(['collect'], input, service)
  await runAfterReading(input, service)
  input.show?.clear()
}

/**
 * Runs the steps once over what is due, calls `ready`, and then works until the signal. Sources are read before the
 * other steps for at most `aloneMs`, because thousands of projects take hours to read. The remaining readings then
 * continue beside the other steps, and `isReading` tells `ready` so. `ready` waits neither for webhooks, which are
 * delivered from the start, nor for retention, because both may take hours.
 */
export async function workFromStart(
  input: {
    readonly signal: AbortSignal
    readonly show: Show
    readonly aloneMs?: number
    readonly ready: (state: { readonly isReading: boolean }) => void
  },
  service: Service,
): Promise<void> {
  const { signal, show, aloneMs = READING_ALONE_MS } = input
  const beside = new AbortController()
  const reading = runSteps(['collect'], { signal, show: shownUntil(beside.signal, show) }, service)
  const others = async () => {
    const isReading = !(await endsWithin(aloneMs, reading, signal))
    beside.abort()
    await runAfterReading(input, service)
    show.clear()
    if (!signal.aborted) input.ready({ isReading })
    await runPipelinesUntil(signal, service)
  }
  await Promise.all([reading, others(), deliverWebhooks(signal, service)])
}

async function runAfterReading(input: Once, service: Service): Promise<void> {
  await runSteps(IN_ORDER, input, service)
  await allEnded(TOGETHER.map((name) => runSteps([name], input, service)))
}

async function runSteps(
  names: readonly StepName[],
  { signal, show, label = '' }: Once,
  service: Service,
): Promise<void> {
  for (const name of names) {
    if (signal.aborted) return
    const progress = show?.run(`${label}${name}, step ${STEPS.indexOf(name) + 1} of ${STEPS.length}`)
    await untilDone(signal, () => runNow({ name, extent: 'due', signal, progress }, service), service)
  }
}

/** Shows progress until the signal. After the signal the line shows other work. */
function shownUntil(signal: AbortSignal, show: Show): Show {
  const run: Show['run'] = (label) => {
    const progress = show.run(label)
    return progress && ((...done) => (signal.aborted ? undefined : progress(...done)))
  }
  return { ...show, run }
}

/** Whether the work ends within that time. A signal ends the wait. */
async function endsWithin(ms: number, work: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const ended = new AbortController()
  const late = pause(ms, AbortSignal.any([signal, ended.signal]))
  const inTime = await Promise.race([work.then(() => true), late.then(() => false)])
  ended.abort()
  return inTime
}

/** Tries again while the database fails, until the signal. */
async function untilDone(signal: AbortSignal, work: () => Promise<unknown>, service: Service): Promise<void> {
  do {
    try {
      await work()
      return
    } catch (err) {
      if (findDatabaseFailure(err) === undefined) throw err
      service.logger.error({ err }, 'the database failed the first run, which will be retried')
      await pause(TICK_MS, signal)
    }
  } while (!signal.aborted)
}

/**
 * Runs each pipeline whenever it is due, and delivers webhooks, until the signal. Any number of processes may do this
 * at once.
 */
export async function workUntil(signal: AbortSignal, service: Service): Promise<void> {
  await Promise.all([runPipelinesUntil(signal, service), deliverWebhooks(signal, service)])
}

async function runPipelinesUntil(signal: AbortSignal, service: Service): Promise<void> {
  await Promise.all([
    ...LEASED.map((name) =>
      every(
        { work: name, intervalMs: TICK_MS, signal },
        () => runWhenDue({ name, signal }, service),
        service,
      ),
    ),
    every(
      { work: 'registration', intervalMs: REGISTRATION_EVERY_MS, signal },
      watchRegistration(service, {
        areRegistered: () => areRegistered(service),
        register: () => registerPipelines(service),
      }),
      service,
    ),
  ])
}
