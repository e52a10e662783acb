import { runPipelines } from '#app/commands/operate.ts'
import { registerPipelines } from '#app/pipelines/pipelines.ts'
import type { Service } from '#app/service.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { cloneDatabase } from '#test/postgres/postgres.ts'
import { beginWorld, type WorldFolder } from './begin-world.ts'

/** Makes a world in its present, to be cloned: runs every pipeline once over everything, and closes the world. */
export async function makeWorld(input: { dataDir: string; templateUrl: string }): Promise<WorldFolder> {
  const folder = { dataDir: input.dataDir, databaseUrl: await cloneDatabase(input.templateUrl) }
  await using world = await beginWorld(folder, { past: false })
  await applyWorldCatalogue(world)
  await runPipelines(
    { name: 'all', extent: 'everything', signal: new AbortController().signal },
    world.service,
  )
  return folder
}

/** Applies the catalogue of a world and registers the pipelines that read it. */
export async function applyWorldCatalogue(world: { sandbox: Sandbox; service: Service }): Promise<void> {
  const { sandbox, service } = world
  await applyCatalogue(sandbox.catalogueDir, {
    database: service.database,
    now: service.clock.now(),
    lockers: service.config.providers.lockers,
  })
  await registerPipelines(service)
}
