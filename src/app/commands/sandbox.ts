import type { Command } from 'commander'
import { COLLECTORS } from '#collectors/index.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { refuse } from '#operator/refusal.ts'
import { countReadingsSince } from '#records/collecting/readings.ts'
import { findLedgerHead } from '#records/collecting/status.ts'
import { getSyncPage } from '#records/ledger/change-pages.ts'
import { describeFaults, providerNames } from '#sandbox/providers/faults/kinds.ts'
import type { Counts } from '../counts.ts'
import type { PipelineResult } from '../pipelines.ts'
import { requestSandbox } from '../sandbox.ts'
import type { Service } from '../service.ts'
import { moveClock } from './advance.ts'
import { onService, runPipelines } from './operate.ts'
import { printResult } from './print.ts'
import { openShow, textOfCounts } from './progress.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST_MS = 400 * 86_400_000
const MOST_ENTRIES = 500

/** Adds the commands that change the sandbox; they fail on a service without one. */
export function addSandboxCommands(program: Command, signal: AbortSignal): void {
  const sandbox = program.command('sandbox').description('Change the sandbox')
  const make = sandbox
    .command('do <action> <slug>')
    .description('Make something happen to a sandbox project (a wrong action or slug lists all of them)')
    .enablePositionalOptions()
  printResult(make, {
    run: (action: string, slug: string) =>
      onService(async (service) => [
        await requestSandbox({ controlUrl: controlOf(service), path: '/do', body: { action, slug } }),
      ]),
    line: (done) => JSON.stringify(done),
  })
  addFault(make)
  printResult(
    sandbox.command('advance <span>').description('Move the clock of sandbox and service (90s, 30m, 2h, 3d)'),
    {
      run: (span: string) => onService(async (service) => [await advance({ span, signal }, service)]),
      line: linesOf,
    },
  )
}

/** The options of `sandbox do fault`, as the sandbox's control server takes them. */
type FaultOptions = {
  readonly match?: string
  readonly times?: number
  readonly delay?: number
  readonly blocks?: number
}

function addFault(make: Command): void {
  const fault = make
    .command('fault <provider> <kind> [for]')
    .description('Make a provider fail until "clear" or for a time (90s, 30m, 2h, 3d)')
    .option('--match <text>', 'only requests whose host, path, query or body contain it')
    .option('--times <count>', 'only so many requests', wholeNumber)
    .option('--delay <span>', 'how long an answer takes, or the pause that a limit names', spanMs)
    .option('--blocks <count>', 'blocks of a log query or of kept state', wholeNumber)
    .addHelpText('after', FAULT_HELP)
  printResult(fault, {
    run: (provider: string, kind: string, span?: string) => {
      const { match, times, delay, blocks } = fault.opts<FaultOptions>()
      const given = {
        ...{ match, times, delayMs: delay, maxBlocks: blocks },
        forMs: span === undefined ? undefined : spanMs(span),
      }
      const isEnd = kind === 'clear'
      const body = isEnd
        ? { provider: provider === 'all' ? undefined : provider }
        : { provider, kind, ...given }
      return onService(async (service) => [
        await requestSandbox({
          controlUrl: controlOf(service),
          path: isEnd ? '/fault/clear' : '/fault',
          body,
        }),
      ])
    },
    line: (done) => JSON.stringify(done),
  })
}

const FAULT_HELP = `
Providers: ${providerNames.join(', ')}

A fault ends after its time or its number of requests, when the sandbox stops, or with "clear":
  svc sandbox do fault github clear
  svc sandbox do fault all clear

Kinds, with the situations of docs/testing.md that they show:
${describeFaults()}`

/** The address of the control server. @throws Refusal on a service without a sandbox */
export function controlOf(service: Service): string {
  if (service.config.production || service.sandboxControlUrl === undefined)
    refuse('This service does not run on the sandbox')
  return service.sandboxControlUrl
}

/** The effects of moving the clock, in any process. */
type Advanced = {
  /** The service's time after the move. */
  readonly now: Instant
  /** Number of background events in the world. */
  readonly happened: number
  /** Attempts to read since the move, by `<provider>.<outcome>`. */
  readonly readings: Counts
  /** New ledger events by type. `retracted` counts retractions, `more` the events beyond the first 500. */
  readonly ledger: Counts
  /** The pipeline runs of this process. */
  readonly pipelines: readonly PipelineResult[]
}

/** The state of a service before its clock was moved. */
type StartState = { readonly position: number; readonly at: Instant }

export async function startState(service: Service): Promise<StartState> {
  const { position } = await findLedgerHead(service.database)
  return { position, at: service.clock.now() }
}

/** Moves the clocks of world and service, each due attempt at its time, and then runs what became due. */
export async function advance(
  { span, signal }: { readonly span: string; readonly signal: AbortSignal },
  service: Service,
): Promise<Advanced> {
  const ms = spanMs(span)
  const start = await startState(service)
  const happened = await moveClock({ ms, controlUrl: controlOf(service), signal }, service)
  const pipelines = await runPipelines({ name: 'all', extent: 'due', signal, show: openShow() }, service)
  return { happened, ...(await effectsOf({ start, ms }, service)), pipelines }
}

/** The readings and ledger events since the clock was moved. */
export async function effectsOf(
  { start, ms }: { readonly start: StartState; readonly ms: number },
  { database, clock }: Service,
): Promise<Pick<Advanced, 'now' | 'readings' | 'ledger'>> {
  const providers = [...new Set(COLLECTORS.map(({ provider }) => provider))]
  const readings = await countReadingsSince({ providers, since: addMs(start.at, ms) }, database)
  const after = { after: start.position }
  const { entries } = await getSyncPage({ from: after, filters: {}, limit: MOST_ENTRIES }, database)
  const shown = entries.map(({ entry }) => (entry.op === 'upsert' ? entry.type : 'retracted'))
  const types = Map.groupBy(shown.toSorted(), (type) => type)
  const ledger = Object.fromEntries([...types].map(([type, of]) => [type, of.length]))
  const last = entries.at(-1)?.entry.position
  const { position } = await findLedgerHead(database)
  const more = last === undefined ? 0 : position - last
  return { now: clock.now(), readings, ledger: more === 0 ? ledger : { ...ledger, more } }
}

/** The effects of moving the clock, as lines for a terminal. */
export function linesOf({ now, happened, readings, ledger }: Advanced): string {
  const text = (counts: Counts, none: string) =>
    Object.keys(counts).length === 0 ? none : textOfCounts(counts)
  return [
    `now: ${now}`,
    `world: ${happened} background event${happened === 1 ? '' : 's'}`,
    `read: ${text(readings, 'nothing was due')}`,
    `ledger: ${text(ledger, 'nothing new')}`,
  ].join('\n')
}

function spanMs(span: string): number {
  const match = /^([1-9][0-9]{0,5})(s|m|h|d)$/.exec(span)
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]]
  const ms = match?.[1] === undefined || unit === undefined ? 0 : Number.parseInt(match[1], 10) * unit
  if (ms <= 0 || ms > LONGEST_MS)
    refuse(`Invalid time span "${span}": expected a form such as 90s, 30m, 2h or 3d, at most 400d`)
  return ms
}

function wholeNumber(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) refuse(`Invalid number "${text}": expected a whole number from 1`)
  return Number.parseInt(text, 10)
}
