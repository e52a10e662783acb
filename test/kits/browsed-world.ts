import { openWorld, type World } from '#test/world/world.ts'
import { type Browser, openChromium } from '../../tools/chromium.ts'
import { serveWorld } from './serve-world.ts'
import { openTab, sizeOf } from './watched-tab.ts'

/** A served world with a browser; `open` opens a watched tab, 1280 px wide by default. */
export type BrowsedWorld = AsyncDisposable & {
  readonly world: World
  readonly url: string
  readonly browser: Browser
  readonly open: (options?: object) => ReturnType<typeof openTab>
}

export async function openBrowsedWorld(): Promise<BrowsedWorld> {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await openWorld())
  const { url } = stack.use(await serveWorld(world))
  const browser = stack.use(await openChromium())
  const open = (options: object = {}) =>
    openTab({ browser, home: url }, { viewport: sizeOf(1280), ...options })
  const opened = stack.move()
  return { world, url, browser, open, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
