import type { Chain } from '../chain/chain.ts'
import { worldAsOf } from '../world/as-of.ts'
import type { World } from '../world/world.ts'
import { answerExplorer, answerSourcify } from './explorer.ts'
import type { Faults } from './faults/faults.ts'
import { type ProviderName, providerNames } from './faults/kinds.ts'
import { answerGithub, type Spent } from './github.ts'
import { answerDexscreener, answerGeckoterminal } from './markets.ts'
import { answerDownloads, answerRegistry } from './npm.ts'
import { answerRpc } from './rpc.ts'
import { type Answer, type Listening, listen, type ProviderRequest } from './server.ts'
import { answerSite } from './sites.ts'

export type Providers = {
  readonly urls: Readonly<Record<ProviderName, string>>
  /**
   * A provider's answer without its faults, now or as of an earlier instant. It does not count against the rate limit.
   */
  observe(provider: ProviderName, request: ProviderRequest, at: number | undefined): Promise<Answer>
  close(): Promise<void>
}

/** The world that a provider answers from, its time, and the number of requests in the current hour. */
type Seen = { readonly world: World; now(): number; readonly spent: Spent }

/** Starts one loopback server for each provider. Active faults change its answers. */
export async function serveProviders(input: {
  world: () => World
  chain: Chain
  faults: Faults
  now: () => number
}): Promise<Providers> {
  const { now } = input
  const node = input.chain.rpc
  const spent = { hour: 0, used: 0 }
  const answers: Record<ProviderName, (request: ProviderRequest, seen: Seen) => Answer | Promise<Answer>> = {
    rpc: (request) => answerRpc(request, { node }),
    github: (request, seen) => answerGithub(request, seen),
    explorer: (request, { world }) => answerExplorer(request, { world, node }),
    sourcify: (request, { world }) => answerSourcify(request, { world, node }),
    dexscreener: (request, seen) => answerDexscreener(request, seen),
    geckoterminal: (request, seen) => answerGeckoterminal(request, seen),
    npm: (request, seen) => answerRegistry(request, seen),
    'npm-downloads': (request, seen) => answerDownloads(request, seen),
    sites: (request, seen) => answerSite(request, seen),
  }
  const serve = (name: ProviderName): Promise<Listening> =>
    listen((request) =>
      input.faults.through(name, request, async (request) =>
        answers[name](request, { world: input.world(), now, spent }),
      ),
    )
  const entries = await Promise.all(providerNames.map(async (name) => [name, await serve(name)] as const))
  const urls = Object.fromEntries(entries.map(([name, server]) => [name, server.url])) as Record<
    ProviderName,
    string
  >
  return {
    urls,
    observe: async (provider, request, at) => {
      const world = input.world()
      const seen = at === undefined ? { world, now } : { world: worldAsOf(world, at), now: () => at }
      return answers[provider](request, { ...seen, spent: { hour: 0, used: 0 } })
    },
    close: async () => {
      await Promise.all(entries.map(([, server]) => server.close()))
    },
  }
}
