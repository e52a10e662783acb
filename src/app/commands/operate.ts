import type { Command } from 'commander'
import type { Instant } from '#contract/time.ts'
import { applyCatalogue, checkCatalogue } from '#operator/catalogue.ts'
import { rebuildListings } from '#operator/listing.ts'
import { hideProject, listProjects, publishProject, renameProject } from '#operator/projects.ts'
import { refuse } from '#operator/refusal.ts'
import type { Database } from '#records/database.ts'
import { waitForStandbys } from '../instance/standbys.ts'
import type { Extent } from '../pipelines/collecting.ts'
import { type PipelineResult, registerMissingPipelines, runNow } from '../pipelines/pipelines.ts'
import { STEPS } from '../pipelines/steps.ts'
import { openRunningService, type Service } from '../service.ts'
import { APPLIED_TEXT } from './applied-text.ts'
import { printResult } from './print.ts'
import { openShow, type Show, textOfCounts } from './progress.ts'

const CONNECTIONS = 8

/** Adds the commands for catalogue, projects and pipelines. */
export function addOperatorCommands(program: Command, signal: AbortSignal): void {
  const catalogue = program.command('catalogue').description('Manage the catalogue of project files')
  printResult(
    catalogue.command('apply <directory>').description('Apply the YAML files of a folder to the catalogue'),
    {
      run: (directory: string) =>
        operate((deps, { config }) =>
          applyCatalogue(directory, { ...deps, lockers: config.providers.lockers }),
        ),
      ...APPLIED_TEXT,
    },
  )
  printResult(
    catalogue.command('check <directory>').description('List the errors of the YAML files, and apply none'),
    {
      run: (directory: string) => operate((deps) => checkCatalogue(directory, deps)),
      line: ({ slug, name }) => `${slug}: valid, ${name}`,
    },
  )
  addProjectCommands(program)
  const listing = program.command('listing').description('Maintain what lists show of each project')
  printResult(listing.command('rebuild').description('Write every listing anew from records and rules'), {
    run: () =>
      onService(({ database, clock }) => rebuildListings({ signal }, { database, clock: clock.now })),
    line: textOfCounts,
  })
  const pipeline = program.command('pipeline').description('Run pipelines by hand')
  printResult(
    pipeline
      .command('run <name>')
      .description(`Run a pipeline over all its data and wait for the end (${STEPS.join(', ')} or all)`),
    {
      run: (name: string) =>
        onService((service) =>
          runPipelines({ name, extent: 'everything', signal, show: openShow() }, service),
        ),
      line: (run) =>
        `${run.name}: ${run.result}${run.result === 'ran' ? ` ${textOfCounts(run.counts)}` : ''}`,
    },
  )
}

function addProjectCommands(program: Command): void {
  const project = program.command('project').description('Manage projects')
  const line = (it: { slug: string; state: string; name: string }) => `${it.slug}\t${it.state}\t${it.name}`
  printResult(project.command('list').description('List projects with their state'), {
    run: () => operate(listProjects),
    line,
  })
  printResult(project.command('publish <slug>').description('Publish a draft or hidden project'), {
    run: (slug: string) => onStandbysToo((deps) => publishProject({ slug }, deps)),
    line,
  })
  printResult(project.command('hide <slug>').description('Hide a project: it answers 404 everywhere'), {
    run: (slug: string) => onStandbysToo((deps) => hideProject({ slug }, deps)),
    line,
  })
  printResult(
    project
      .command('rename <slug> <new-slug>')
      .description('Give a project a new slug (the old one redirects)'),
    {
      run: (slug: string, newSlug: string) => onStandbysToo((deps) => renameProject({ slug, newSlug }, deps)),
      line,
    },
  )
}

export async function onService<T>(command: (service: Service) => Promise<T>): Promise<T> {
  await using service = await openRunningService({ maxConnections: CONNECTIONS })
  return await command(service)
}

type OperatorDeps = { readonly database: Database; readonly now: Instant }

/** Runs a command of the operator on the records of the running service, at its time. */
export function operate<T>(command: (deps: OperatorDeps, service: Service) => Promise<T>): Promise<T> {
  return onService((service) => command({ database: service.database, now: service.clock.now() }, service))
}

/** Runs a command that changes what is public, and returns when no standby in service shows the state before. */
function onStandbysToo<T>(command: (deps: OperatorDeps) => Promise<T>): Promise<T> {
  return operate(async (deps, service) => {
    const done = await command(deps)
    for (const { name, reason } of await waitForStandbys(service))
      console.error(`Not yet on the standby ${name}: ${reason}. No answer is read from it until then`)
    return done
  })
}

/**
 * Runs one pipeline, or all in order up to the first that is interrupted.
 * @throws Refusal for an unknown name, and when a run failed or was interrupted
 */
export async function runPipelines(
  input: { name: string; extent: Extent; signal: AbortSignal; show?: Show | undefined },
  service: Service,
): Promise<readonly PipelineResult[]> {
  const { extent, signal } = input
  const known = STEPS.filter((name) => input.name === 'all' || name === input.name)
  if (known.length === 0)
    refuse(`Unknown pipeline "${input.name}": expected one of ${STEPS.join(', ')} or all`)
  await registerMissingPipelines(service)
  const results: PipelineResult[] = []
  for (const [index, name] of known.entries()) {
    const progress = input.show?.run(`${name}, step ${index + 1} of ${known.length}`)
    const run = await runNow({ name, extent, signal, progress }, service)
    results.push(run)
    if (run.result === 'interrupted') break
  }
  input.show?.clear()
  const reasons = results.flatMap((run) => reasonOf(run, input))
  if (reasons.length > 0) refuse(reasons.join('; '))
  return results
}

/** The reason why a run did not reach its end, as a list of one line; empty for a run that did. */
function reasonOf(run: PipelineResult, asked: { readonly name: string }): readonly string[] {
  if (run.result === 'failed') return [`${run.name}: ${run.error}`]
  if (run.result !== 'interrupted') return []
  return [`Interrupted: ${run.name} did not reach its end. To finish, run svc pipeline run ${asked.name}`]
}
