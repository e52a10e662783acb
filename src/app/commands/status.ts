import type { Command } from 'commander'
import type { Instant } from '#contract/time.ts'
import { findNewerRelease, getPipelines } from '#records/collecting/pipelines.ts'
import type { PresentStatus } from '#views/status/service-status.ts'
import { ageWords } from '#views/words/clocks.ts'
import { readServiceStatus } from '../checks/service-status.ts'
import { findKeyProblem } from '../instance/webhook-settings.ts'
import { RELEASE, releaseWords } from '../process/release.ts'
import type { Service } from '../service.ts'
import { onService } from './operate.ts'
import { printResult } from './print.ts'

type Pipeline = PresentStatus['pipelines'][number] & {
  /** The reason why the last run failed; null when it did not fail. */
  readonly lastError: string | null
}
/** The status of the service, with the parts that only operators see. */
export type OperatorStatus = Omit<PresentStatus, 'pipelines'> & {
  readonly pipelines: readonly Pipeline[]
  /** The newer release that runs the pipelines in place of this one; null when there is none. */
  readonly newerRelease: string | null
  /** Why nothing is sent although there is a master key; null when there is none, or it signs. */
  readonly signingProblem: string | null
}

/** Adds the command that says what runs, what is behind and what fails, since when. */
export function addStatusCommand(program: Command): void {
  printResult(
    program.command('status').description('Say what runs, what is behind and what fails, and since when'),
    { run: () => onService(readOperatorStatus), line: statusText },
  )
}

async function readOperatorStatus(service: Service): Promise<OperatorStatus> {
  const status = await readServiceStatus(service)
  const runs = await getPipelines(service.database)
  const errors = new Map(runs.map(({ name, lastError }) => [name, lastError]))
  const pipelines = status.pipelines.map((pipeline) => {
    const lastError = errors.get(pipeline.name)
    return { ...pipeline, lastError: lastError === undefined ? null : lastError }
  })
  const newer = await findNewerRelease({ release: RELEASE, now: status.now }, service.database)
  const newerRelease = newer === undefined ? null : releaseWords(newer)
  const problem = await findKeyProblem(service)
  const signingProblem = problem === undefined ? null : problem
  return { ...status, pipelines, newerRelease, signingProblem }
}

/** The status in words, one line for each part. Parts that need attention come first. */
export function statusText(status: OperatorStatus): string {
  const { now, version, sandbox, ledger, chain, newerRelease, signingProblem } = status
  const pipelines = status.pipelines.toSorted(byAttention)
  const providers = status.providers.toSorted(byAttention)
  return [
    `svc ${version}${sandbox ? ' on the sandbox' : ''}, at ${now}`,
    `ledger: ${ledger.cursor}, ${sinceWords('last complete run', ledger.lastRunAt, now)}`,
    chain === null
      ? 'chain: never read'
      : `chain: safe block ${chain.safeBlock}, ${chain.safeBehindSeconds} s old when it was read ${ageWords(chain.readAt, now)}`,
    ...(newerRelease === null
      ? []
      : [`release ${newerRelease} runs the pipelines, this one leaves them to it`]),
    ...(signingProblem === null ? [] : [`webhooks: ${signingProblem}`]),
    pipelines.length === 0
      ? 'pipelines: none is registered, no up or work has run on this database'
      : 'pipelines:',
    ...pipelines.map((pipeline) => `  ${pipelineLine(pipeline, now)}`),
    providers.length === 0 ? 'providers: none was read yet' : 'providers:',
    ...providers.map((provider) => `  ${providerLine(provider, now)}`),
  ].join('\n')
}

type Part = { readonly state: string; readonly fresh: boolean | null }

const IN_ORDER: readonly string[] = ['fresh', 'answering', 'never_run', 'never_read']

/** Sorts parts that are in order last, and keeps the order otherwise. */
function byAttention(one: Part, other: Part): number {
  return Number(isInOrder(one)) - Number(isInOrder(other))
}

/** Whether a part needs no attention. A provider that was tried and never read needs it, unlike one never tried. */
function isInOrder({ state, fresh }: Part): boolean {
  return IN_ORDER.includes(state) && fresh !== false
}

function pipelineLine(
  { name, state, cadenceSeconds, lastSucceededAt, lastError }: Pipeline,
  now: Instant,
): string {
  const words = `${state.padEnd(12)} ${name.padEnd(22)} ${sinceWords('succeeded', lastSucceededAt, now)}, every ${cadenceSeconds} s`
  return lastError === null ? words : `${words}: ${lastError}`
}

function providerLine(
  {
    provider,
    state,
    lastReadAt,
    streams,
    budget,
    coolOffUntil,
    outageSince,
  }: PresentStatus['providers'][number],
  now: Instant,
): string {
  return [
    `${state.padEnd(12)} ${provider.padEnd(22)} ${sinceWords('read', lastReadAt, now)}`,
    ...(outageSince === null ? [] : [`in outage since ${outageSince}`]),
    ...(coolOffUntil === null ? [] : [`not asked until ${coolOffUntil}`]),
    streams === null
      ? 'none of its streams is counted'
      : `${streams.fresh} of ${streams.total} streams fresh, ${streams.failing} failing, ${streams.missing} missing`,
    ...(budget === null ? [] : [`${budget.usedToday} of ${budget.dailyLimit} requests used today`]),
  ].join('; ')
}

function sinceWords(what: string, at: Instant | null, now: Instant): string {
  return at === null ? `${what} never` : `${what} ${ageWords(at, now)}`
}
