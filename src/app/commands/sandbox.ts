import type { Command } from 'commander'
import type { Instant } from '#contract/time.ts'
import { countReadingsSince } from '#records/collecting/readings.ts'
import { getSyncList } from '#records/ledger/change-list.ts'
import { findLedgerHead } from '#records/ledger/head.ts'
import { describeActions } from '#sandbox/actions/effects.ts'
import { PROVIDERS } from '../pipelines/collecting.ts'
import type { Counts } from '../pipelines/counts.ts'
import type { PipelineResult } from '../pipelines/pipelines.ts'
import { controlOf, requestSandbox } from '../sandbox.ts'
import type { Service } from '../service.ts'
import { moveClock } from './advance.ts'
import { onService, runPipelines } from './operate.ts'
import { printResult } from './print.ts'
import { openShow, textOfCounts } from './progress.ts'
import { addFault } from './sandbox-fault.ts'
import { spanMs } from './span.ts'

const MOST_ENTRIES = 500

/** Adds the commands that change the sandbox; they fail on a service without one. */
export function addSandboxCommands(program: Command, signal: AbortSignal): void {
  const sandbox = program.command('sandbox').description('Change the sandbox')
  const make = sandbox
    .command('do <action> <slug>')
    .description('Make something happen to a sandbox project (a wrong action or slug lists all of them)')
    .enablePositionalOptions()
    .addHelpText('after', ACTION_HELP)
  printResult(make, {
    run: (action: string, slug: string) =>
      onService((service) =>
        requestSandbox({ controlUrl: controlOf(service), path: '/do', body: { action, slug } }),
      ),
    line: (done) => JSON.stringify(done),
  })
  addFault(make)
  const move = sandbox
    .command('advance <span>')
    .description('Move the clock of sandbox and service (90s, 30m, 2h, 3d)')
    .option('--unread', 'jump, as if the service did not run meanwhile; then run what became due once')
  printResult(move, {
    run: (span: string) =>
      onService((service) => advance({ span, signal, unread: move.opts()['unread'] === true }, service)),
    line: effectLines,
  })
}

const ACTION_HELP = `
Actions, with the situations that they show (docs/testing.md says how to find their tests):
${describeActions()}

A provider, or a family of providers, fails with "svc sandbox do fault" (see its --help).`

/** The effects of moving the clock, in any process. */
type Advanced = {
  /** The service's time after the move. */
  readonly now: Instant
  /** Number of background events in the world. */
  readonly happened: number
  /** Number of readings since the command began, by `<provider>.<outcome>`. */
  readonly readings: Counts
  /** New ledger events by type. `retracted` counts retractions, `more` the events beyond the first 500. */
  readonly ledger: Counts
  /** The pipeline runs of this process after the move. */
  readonly pipelines: readonly PipelineResult[]
}

/** The state of a service before its clock was moved. */
type StartState = { readonly position: number; readonly at: Instant }

export async function startState(service: Service): Promise<StartState> {
  const { position } = await findLedgerHead(service.database)
  return { position, at: service.clock.now() }
}

/**
 * Moves the clocks of world and service. Runs the pipelines that become due on the way, unless `unread`, and all due
 * pipelines at the end.
 */
export async function advance(
  { span, signal, unread }: { readonly span: string; readonly signal: AbortSignal; readonly unread: boolean },
  service: Service,
): Promise<Advanced> {
  const start = await startState(service)
  const pass = () => runPipelines({ name: 'all', extent: 'due', signal, show: openShow() }, service)
  const moving = { ms: spanMs(span), controlUrl: controlOf(service), signal }
  const happened = await moveClock(unread ? moving : { ...moving, pass }, service)
  const pipelines = await pass()
  return { happened, ...(await effectsSince({ start }, service)), pipelines }
}

/** The readings and ledger events since a state. */
export async function effectsSince(
  { start }: { readonly start: StartState },
  { database, clock }: Service,
): Promise<Pick<Advanced, 'now' | 'readings' | 'ledger'>> {
  const readings = await countReadingsSince({ providers: PROVIDERS, since: start.at }, database)
  const after = { after: start.position }
  const { entries } = await getSyncList({ from: after, filters: {}, limit: MOST_ENTRIES }, database)
  const shown = entries.map(({ entry }) => (entry.op === 'upsert' ? entry.type : 'retracted'))
  const types = Map.groupBy(shown.toSorted(), (type) => type)
  const ledger = Object.fromEntries([...types].map(([type, of]) => [type, of.length]))
  const { position: shownTo } = entries.at(-1)?.entry ?? start
  const { position } = await findLedgerHead(database)
  const more = position - shownTo
  return { now: clock.now(), readings, ledger: more === 0 ? ledger : { ...ledger, more } }
}

/** The effects of moving the clock, as lines for a terminal. */
export function effectLines({ now, happened, readings, ledger }: Advanced): string {
  const text = (counts: Counts, none: string) =>
    Object.keys(counts).length === 0 ? none : textOfCounts(counts)
  return [
    `now: ${now}`,
    `world: ${happened} background event${happened === 1 ? '' : 's'}`,
    `read: ${text(readings, 'nothing was due')}`,
    `ledger: ${text(ledger, 'nothing new')}`,
  ].join('\n')
}
