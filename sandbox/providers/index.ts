import type { Chain } from '../chain/chain.ts'
import type { World } from '../world/world.ts'
import { answerExplorer, answerSourcify } from './explorer.ts'
import type { Faults } from './faults/faults.ts'
import { type ProviderName, providerNames } from './faults/kinds.ts'
import { answerGithub } from './github.ts'
import { answerDexscreener, answerGeckoterminal } from './markets.ts'
import { answerDownloads, answerRegistry } from './npm.ts'
import { answerRpc } from './rpc.ts'
import { type Answer, type Asked, type Listening, listen } from './server.ts'
import { answerSite } from './sites.ts'

export type Providers = { readonly urls: Readonly<Record<ProviderName, string>>; close(): Promise<void> }

/** Starts one loopback server for each provider, with the active faults applied to its answers. */
export async function serveProviders(input: {
  world: () => World
  chain: Chain
  faults: Faults
  now: () => number
  host: string
}): Promise<Providers> {
  const { now } = input
  const node = input.chain.rpc
  const spent = { hour: 0, used: 0 }
  const answers: Record<ProviderName, (asked: Asked) => Answer | Promise<Answer>> = {
    rpc: (asked) => answerRpc(asked, { node }),
    github: (asked) => answerGithub(asked, { world: input.world(), now, spent }),
    explorer: (asked) => answerExplorer(asked, { world: input.world(), node }),
    sourcify: (asked) => answerSourcify(asked, { world: input.world(), node }),
    dexscreener: (asked) => answerDexscreener(asked, { world: input.world(), now }),
    geckoterminal: (asked) => answerGeckoterminal(asked, { world: input.world(), now }),
    npm: (asked) => answerRegistry(asked, { world: input.world(), now }),
    'npm-downloads': (asked) => answerDownloads(asked, { world: input.world(), now }),
    sites: (asked) => answerSite(asked, { world: input.world() }),
  }
  const serve = (name: ProviderName): Promise<Listening> =>
    listen(
      (asked) => input.faults.through(name, asked, async (request) => answers[name](request)),
      input.host,
    )
  const entries = await Promise.all(providerNames.map(async (name) => [name, await serve(name)] as const))
  const urls = Object.fromEntries(entries.map(([name, server]) => [name, server.url])) as Record<
    ProviderName,
    string
  >
  return {
    urls,
    close: async () => {
      await Promise.all(entries.map(([, server]) => server.close()))
    },
  }
}
