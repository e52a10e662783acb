import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestSandbox } from '#app/sandbox.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { send } from '#test/service/processes.ts'
import { startSandboxApart } from '#test/world/sandbox-apart.ts'

const LOCAL = /http:\/\/127\.0\.0\.1:\d+/

/**
 * A sandbox of few projects that can be killed. The service reaches it through relays, so its addresses stay the same
 * after a kill.
 */
export type RelayedWorld = AsyncDisposable & {
  /** The settings of a service that reads this sandbox. */
  readonly settings: Readonly<Record<string, string>>
  readonly ask: (
    path: string,
    body: unknown,
  ) => Promise<{ details: { releaseId?: number; address?: string } }>
  /** Kills the node and the sandbox, and returns when both run again. The sandbox restores the state of the node. */
  readonly kill: () => Promise<void>
}

/** Starts the sandbox in a folder, with a catalogue of these projects. */
export async function openRelayedWorld(
  folder: string,
  { seed, slugs }: { readonly seed: string; readonly slugs: readonly string[] },
): Promise<RelayedWorld> {
  const options = { dataDir: join(folder, 'world'), seed, background: true }
  let world = await startSandboxApart(options)
  const addressOf = (name: string) => LOCAL.exec(world.settings[name] ?? '')?.[0] ?? ''
  const names = Object.keys(world.settings).filter((name) => addressOf(name) !== '')
  const relays = await Promise.all(
    names.map(async (name) => ({ name, relay: await openRelay(addressOf(name)) })),
  )
  const relayed = relays.map(({ name, relay }) => {
    const through = `http://127.0.0.1:${relay.port}`
    return [name, world.settings[name]?.replace(LOCAL, through) ?? ''] as const
  })
  const catalogue = join(folder, 'catalogue')
  await mkdir(catalogue)
  for (const slug of slugs)
    await copyFile(join(world.catalogueDir, `${slug}.yaml`), join(catalogue, `${slug}.yaml`))
  return {
    settings: { ...world.settings, ...Object.fromEntries(relayed), CATALOGUE_DIR: catalogue },
    async ask(path, body) {
      const answer = await requestSandbox({ controlUrl: world.controlUrl, path, body })
      return answer as { details: { releaseId?: number; address?: string } }
    },
    async kill() {
      const [pid = ''] = (await readFile(join(options.dataDir, 'anvil.pid'), 'utf8')).split('\n')
      send(Number.parseInt(pid, 10), 'SIGKILL')
      await world.kill()
      world = await startSandboxApart(options)
      for (const { name, relay } of relays) relay.lead(addressOf(name))
    },
    async [Symbol.asyncDispose]() {
      await world.kill()
      for (const { relay } of relays) relay.close()
    },
  }
}
