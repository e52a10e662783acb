import { toEventSelector } from 'viem'
import { canary } from './cast/index.ts'
import { renderCatalogue } from './catalogue.ts'
import { artifactOf } from './chain/artifacts.ts'
import { SECOND } from './clock.ts'
import { serveControl } from './control/server.ts'
import { Faults } from './providers/faults/faults.ts'
import { type Providers, serveProviders } from './providers/index.ts'
import { Stage } from './stage.ts'
import { contractNamed, type World } from './world/world.ts'

export type Sandbox = AsyncDisposable & {
  /** The service's configuration, by the names of environment variables. */
  readonly settings: Readonly<Record<string, string>>
  /** The folder with one YAML file for each project. During the replay it has the catalogue as of the clock's day. */
  readonly catalogueDir: string
  /** How far the clock was advanced beyond the machine's clock, and how far a replay is behind that time. */
  readonly clock: { aheadMs(): number; behindMs(): number }
  /** Moves the clock to the next day of the replay; with `skip`, or after the last day, to the present. */
  readonly replayNext: (options: { skip: boolean }) => Promise<void>
  /** The progress of the replay; after the replay, all days. */
  readonly past: () => Past
  /** The address of the control server, on loopback. */
  readonly controlUrl: string
  /** Process id of the EVM node. */
  readonly nodePid: number
}

/** The day of the replay that the clock has reached, and the number of its days. */
export type Past = { readonly day: number; readonly days: number }

export type SandboxOptions = {
  readonly dataDir: string
  readonly seed?: string
  /** Whether background events happen; default: true. */
  readonly background?: boolean
  /** The sandbox's present at the first start, as an ISO instant; default: now. */
  readonly epoch?: string
  /** Whether a first start begins in the past, which `replayNext` replays; default: false. */
  readonly past?: boolean
}

const livingEveryMs = 30 * SECOND

/** Starts the sandbox that a folder holds, or a new one in an empty folder. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const background = options.background ?? true
  const epoch = options.epoch === undefined ? undefined : Date.parse(options.epoch)
  if (Number.isNaN(epoch)) throw new Error(`Invalid epoch: expected an ISO instant, got ${options.epoch}`)
  await using started = new AsyncDisposableStack()
  const stage = started.use(
    await Stage.open({
      dataDir: options.dataDir,
      seed: options.seed ?? 'sandbox',
      epoch,
      background,
      past: options.past ?? false,
    }),
  )
  const now = () => stage.now()
  const faults = new Faults(now)
  const providers = await serveProviders({
    world: () => stage.shown,
    chain: stage.chain,
    faults,
    now,
  })
  started.defer(() => providers.close())
  const control = await serveControl({ stage, faults, providers })
  started.defer(() => control.close())
  if (background) started.defer(startLiving(stage))
  const render = () =>
    renderCatalogue({
      dataDir: options.dataDir,
      world: stage.shown,
      at: stage.shown === stage.world ? undefined : now(),
    })
  const catalogueDir = render()
  const running = started.move()
  return {
    settings: settingsOf(stage.world, providers),
    catalogueDir,
    controlUrl: control.url,
    nodePid: stage.chain.nodePid,
    clock: { aheadMs: () => stage.clock.offsetMs, behindMs: () => stage.clock.behindMs },
    past: () => stage.past(),
    async replayNext(step) {
      await stage.replayNext(step)
      render()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function startLiving(stage: Stage): () => void {
  const timer = setInterval(() => {
    if (stage.clock.behindMs > 0) return
    stage.runBackground().catch((cause: unknown) => process.emitWarning(`sandbox: ${String(cause)}`))
  }, livingEveryMs)
  return () => clearInterval(timer)
}

function settingsOf(world: World, { urls }: Providers): Readonly<Record<string, string>> {
  const shared = (name: string) => world.shared.get(name) ?? ''
  const member = world.members.get(canary.slug)
  if (!member) throw new Error(`The cast has no ${canary.slug}`)
  return {
    RPC_URL: urls.rpc,
    // The chain stands still between events.
    RPC_HEAD_MINUTES: '0',
    GITHUB_API_URL: urls.github,
    EXPLORER_API_URL: `${urls.explorer}/api/v2`,
    SOURCIFY_URL: urls.sourcify,
    DEXSCREENER_URL: urls.dexscreener,
    GECKOTERMINAL_URL: urls.geckoterminal,
    NPM_REGISTRY_URL: urls.npm,
    NPM_DOWNLOADS_URL: urls['npm-downloads'],
    MARKET_CANARY_TOKEN: contractNamed(member, canary.token),
    LOCKER_ADDRESS: shared('locker'),
    LAUNCH_FACTORY_ADDRESS: shared('factory'),
    LAUNCH_TOPIC: factoryTopic('TokenLaunched'),
    LAUNCH_CURVE_TOPIC: factoryTopic('CurveOpened'),
    LAUNCH_TRADE_TOPIC: factoryTopic('CurveTrade'),
    LAUNCH_GRADUATION_TOPIC: factoryTopic('Graduated'),
    HTTP_CONNECT_TO: `example=${urls.sites}`,
  }
}

function factoryTopic(name: string): string {
  const event = artifactOf('LaunchFactory').abi.find((entry) => entry.type === 'event' && entry.name === name)
  if (event?.type !== 'event') throw new Error(`The factory has no event ${name}`)
  return toEventSelector(event)
}
