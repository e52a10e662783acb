import type { Command } from 'commander'
import { applyCatalogue } from '#operator/catalogue.ts'
import { hideProject, listProjects, publishProject, renameProject } from '#operator/projects.ts'
import { refuse } from '#operator/refusal.ts'
import { type Extent, PIPELINES, type PipelineResult, runNow } from '../pipelines.ts'
import { openRunningService, type Service } from '../service.ts'
import { printing } from './print.ts'
import { counted, type ShowCounts, showCounts } from './progress.ts'

const CONNECTIONS = 8

/** The operator's commands on projects, catalogue and pipelines of the service that runs. */
export function addOperatorCommands(program: Command, signal: AbortSignal): void {
  const catalogue = program.command('catalogue').description('projects as reviewed files')
  printing(
    catalogue.command('apply <directory>').description('bring the catalogue to what the YAML files say'),
    {
      run: (directory: string) =>
        onService((service) =>
          applyCatalogue(directory, {
            ...operating(service),
            lockerAddress: service.config.providers.lockerAddress,
          }),
        ),
      line: (applied) => `${applied.slug}: ${[applied.result, ...applied.changed].join(', ')}`,
    },
  )
  addProjectCommands(program)
  const pipeline = program.command('pipeline').description('the work that runs by itself, run by hand')
  printing(
    pipeline
      .command('run <name>')
      .description(
        `run ${PIPELINES.join(', ')} or all of them now, over everything they have, and wait for the end`,
      ),
    {
      run: (name: string) =>
        onService((service) =>
          runPipelines({ name, extent: 'everything', signal, show: showCounts }, service),
        ),
      line: (run) => `${run.name}: ${run.result}${run.result === 'ran' ? ` ${counted(run.counts)}` : ''}`,
    },
  )
}

function addProjectCommands(program: Command): void {
  const project = program.command('project').description('projects of the catalogue')
  const line = (it: { slug: string; state: string; name: string }) => `${it.slug}\t${it.state}\t${it.name}`
  printing(project.command('list').description('every project with its state'), {
    run: () => onService((service) => listProjects(operating(service))),
    line,
  })
  printing(project.command('publish <slug>').description('publish a draft or hidden project'), {
    run: (slug: string) => onService(async (service) => [await publishProject({ slug }, operating(service))]),
    line,
  })
  printing(project.command('hide <slug>').description('make a project answer like one that never existed'), {
    run: (slug: string) => onService(async (service) => [await hideProject({ slug }, operating(service))]),
    line,
  })
  printing(project.command('rename <slug> <new-slug>').description('give a project another slug, for ever'), {
    run: (slug: string, newSlug: string) =>
      onService(async (service) => [await renameProject({ slug, newSlug }, operating(service))]),
    line,
  })
}

/** Opens the running service for one command. */
export async function onService<T>(command: (service: Service) => Promise<T>): Promise<T> {
  await using service = await openRunningService({ maxConnections: CONNECTIONS })
  return await command(service)
}

function operating(service: Service) {
  return { database: service.database, now: service.clock.now() }
}

/** Runs one pipeline or all in their order. @throws Refusal on an unknown name, and when one could not run */
export async function runPipelines(
  input: { name: string; extent: Extent; signal: AbortSignal; show?: ShowCounts },
  service: Service,
): Promise<readonly PipelineResult[]> {
  const { extent, signal } = input
  const known = PIPELINES.filter((name) => input.name === 'all' || name === input.name)
  if (known.length === 0) refuse(`no pipeline ${input.name}; there are ${PIPELINES.join(', ')} and all`)
  const results: PipelineResult[] = []
  for (const name of known) {
    const progress = input.show?.(name)
    results.push(
      await runNow({ name, extent, signal, ...(progress === undefined ? {} : { progress }) }, service),
    )
  }
  const failed = results.filter((run) => run.result === 'failed')
  if (failed.length > 0) refuse(failed.map((run) => `${run.name}: ${run.error}`).join('; '))
  return results
}
