import type { Command } from 'commander'
import { refuse } from '#operator/refusal.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import type { PipelineResult } from '../pipelines.ts'
import { askSandbox } from '../sandbox.ts'
import type { Service } from '../service.ts'
import { onService, runPipelines } from './operate.ts'
import { printing } from './print.ts'
import { showCounts } from './progress.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST_MS = 400 * 86_400_000

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
      run: (span: string) => onService((service) => advance(span, signal, service)),
      line: (run) => `${run.name}: ${run.result}`,
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

/** Moves the world's clock, then the service's, then runs whatever became due and waits for it. */
async function advance(
  span: string,
  signal: AbortSignal,
  service: Service,
): Promise<readonly PipelineResult[]> {
  const ms = spanMs(span)
  await askSandbox({ controlUrl: controlOf(service), path: '/advance', body: { ms } })
  await inTransaction(service.database, (writer) => advanceServiceClock({ ms }, writer))
  await service.clock.sync(service.database)
  return runPipelines({ name: 'all', extent: 'due', signal, show: showCounts }, service)
}

function spanMs(span: string): number {
  const match = /^([1-9][0-9]{0,5})(s|m|h|d)$/.exec(span)
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]]
  const ms = match?.[1] === undefined || unit === undefined ? 0 : Number.parseInt(match[1], 10) * unit
  if (ms <= 0 || ms > LONGEST_MS) refuse(`${span} is not a span such as 90s, 30m, 2h or 3d, up to 400d`)
  return ms
}
