import type { Command } from 'commander'
import { COLLECTORS } from '#collectors/index.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { refuse } from '#operator/refusal.ts'
import { countReadingsSince } from '#records/collecting/readings.ts'
import { findLedgerHead } from '#records/collecting/status.ts'
import { inTransaction } from '#records/database.ts'
import { getSyncPage } from '#records/ledger/change-pages.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import type { Counts, PipelineResult } from '../pipelines.ts'
import { askSandbox } from '../sandbox.ts'
import type { Service } from '../service.ts'
import { onService, runPipelines } from './operate.ts'
import { printing } from './print.ts'
import { counted, showCounts } from './progress.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST_MS = 400 * 86_400_000
const SHOWN_ENTRIES = 500

/** Commands that move the stand-in for the outside world; refused where none runs. */
export function addSandboxCommands(program: Command, signal: AbortSignal): void {
  const sandbox = program.command('sandbox').description('the stand-in for the outside world')
  printing(
    sandbox.command('do <action> <slug>').description('make something happen to a project, out in the world'),
    {
      run: (action: string, slug: string) =>
        onService(async (service) => [
          await askSandbox({ controlUrl: controlOf(service), path: '/do', body: { action, slug } }),
        ]),
      line: (done) => JSON.stringify(done),
    },
  )
  printing(
    sandbox.command('advance <span>').description('move the clock of the whole service: 90s, 30m, 2h, 3d'),
    {
      run: (span: string) => onService(async (service) => [await advance({ span, signal }, service)]),
      line: linesOf,
    },
  )
  printing(
    sandbox
      .command('fault <provider> <kind> [for]')
      .description('make a provider fail, for a span or until cleared'),
    {
      run: (provider: string, kind: string, span?: string) =>
        onService(async (service) => {
          const body = { provider, kind, ...(span === undefined ? {} : { forMs: spanMs(span) }) }
          const path = kind === 'clear' ? '/fault/clear' : '/fault'
          return [await askSandbox({ controlUrl: controlOf(service), path, body })]
        }),
      line: (done) => JSON.stringify(done),
    },
  )
}

function controlOf(service: Service): string {
  if (service.config.production || service.sandboxControlUrl === undefined)
    refuse('this service runs on no sandbox')
  return service.sandboxControlUrl
}

/** What came of moving the clock, by whichever process did the work. */
export type Advanced = {
  /** The service's time after the move. */
  readonly now: Instant
  /** How many things happened in the world by themselves. */
  readonly happened: number
  /** Attempts to read since the move, by `<provider>.<outcome>`. */
  readonly readings: Counts
  /** What the ledger came to say, by type, what it took back as `retracted`, what it wrote beyond the most that are looked at as `more`. */
  readonly ledger: Counts
  /** The runs that were made here, after those that were under way. */
  readonly pipelines: readonly PipelineResult[]
}

/** Where a service stood before its clock was moved. */
export type Stood = { readonly position: number; readonly at: Instant }

export async function stands(service: Service): Promise<Stood> {
  const { position } = await findLedgerHead(service.database)
  return { position, at: service.clock.now() }
}

/** Moves the world's clock, then the service's, then runs whatever became due and waits for it. */
export async function advance(
  { span, signal }: { readonly span: string; readonly signal: AbortSignal },
  service: Service,
): Promise<Advanced> {
  const ms = spanMs(span)
  const stood = await stands(service)
  const moved = await askSandbox({ controlUrl: controlOf(service), path: '/advance', body: { ms } })
  await inTransaction(service.database, (writer) => advanceServiceClock({ ms }, writer))
  await service.clock.sync(service.database)
  const pipelines = await runPipelines({ name: 'all', extent: 'due', signal, show: showCounts }, service)
  return { happened: eventsOf(moved), ...(await cameOf({ stood, ms }, service)), pipelines }
}

/** What was read and said since the clock was moved by so much from where the service stood. */
export async function cameOf(
  { stood, ms }: { readonly stood: Stood; readonly ms: number },
  { database, clock }: Service,
): Promise<Pick<Advanced, 'now' | 'readings' | 'ledger'>> {
  const providers = [...new Set(COLLECTORS.map(({ provider }) => provider))]
  const readings = await countReadingsSince({ providers, since: addMs(stood.at, ms) }, database)
  const after = { after: stood.position }
  const { entries } = await getSyncPage({ from: after, filters: {}, limit: SHOWN_ENTRIES }, database)
  const shown = entries.map(({ entry }) => (entry.op === 'upsert' ? entry.type : 'retracted'))
  const types = Map.groupBy(shown.toSorted(), (type) => type)
  const ledger = Object.fromEntries([...types].map(([type, of]) => [type, of.length]))
  const last = entries.at(-1)?.entry.position
  const { position } = await findLedgerHead(database)
  const more = last === undefined ? 0 : position - last
  return { now: clock.now(), readings, ledger: more === 0 ? ledger : { ...ledger, more } }
}

/** What came of moving the clock, as a person at a terminal reads it. */
export function linesOf({ now, happened, readings, ledger }: Advanced): string {
  const said = (counts: Counts, none: string) => (Object.keys(counts).length === 0 ? none : counted(counts))
  return [
    `now: ${now}`,
    happened === 1
      ? 'world: one thing happened by itself'
      : `world: ${happened} things happened by themselves`,
    `read: ${said(readings, 'nothing was due')}`,
    `ledger: ${said(ledger, 'nothing new')}`,
  ].join('\n')
}

function eventsOf(moved: unknown): number {
  const events = moved !== null && typeof moved === 'object' && 'events' in moved ? moved.events : undefined
  if (typeof events !== 'number') throw new Error('sandbox: the answer names no events')
  return events
}

function spanMs(span: string): number {
  const match = /^([1-9][0-9]{0,5})(s|m|h|d)$/.exec(span)
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]]
  const ms = match?.[1] === undefined || unit === undefined ? 0 : Number.parseInt(match[1], 10) * unit
  if (ms <= 0 || ms > LONGEST_MS) refuse(`${span} is not a span such as 90s, 30m, 2h or 3d, up to 400d`)
  return ms
}
