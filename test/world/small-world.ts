import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { spawnService } from '#test/service/spawned-service.ts'
import { startSandboxApart } from './sandbox-apart.ts'

const SLUGS = ['gantry', 'lumen', 'marlow', 'opaline']
const SETTINGS = {
  CADENCE_DIVISOR: '300',
  LEDGER_SECONDS: '1',
  TRUSTED_PROXIES: '1',
  ANONYMOUS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'error',
  // All processes answer with the same links.
  BASE_URL: 'https://svc.example',
}

/** A sandboxed world with a catalogue of few projects. Each of them is read often. */
type SmallWorld = {
  readonly catalogueDir: string
  /** The settings of processes on this world, without their database. */
  readonly settings: Readonly<Record<string, string>>
}

/** Starts the world in a folder. It ends with the stack. Without `background`, nothing happens in it by itself. */
export async function startSmallWorld(
  folder: string,
  stack: AsyncDisposableStack,
  { background = true }: { readonly background?: boolean } = {},
): Promise<SmallWorld> {
  const world = await startSandboxApart({ dataDir: join(folder, 'world'), seed: 'standbys', background })
  stack.defer(world.kill)
  const catalogueDir = join(folder, 'catalogue')
  await mkdir(catalogueDir)
  for (const slug of SLUGS) {
    const file = `${slug}.yaml`
    await copyFile(join(world.catalogueDir, file), join(catalogueDir, file))
  }
  return { catalogueDir, settings: { ...world.settings, ...SETTINGS, DATA_DIR: join(folder, 'data') } }
}

/** Runs a command to its end, and answers the lines it printed. @throws Error with these lines when it fails */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: { readonly main?: string } = {},
): Promise<readonly string[]> {
  const run = spawnService(args, env, options)
  const status = await run.ended
  if (status !== 0) throw new Error(`svc ${args.join(' ')} ended with ${status}:\n${run.err.join('\n')}`)
  return run.out
}
