import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The types of playwright-core that are used here. `npm ci` does not install that package. */
export type Tab = {
  readonly goto: (url: string) => Promise<{ readonly status: () => number } | null>
  readonly url: () => string
  /** Runs a script in the page. The policy of the page does not apply to it. */
  readonly evaluate: <T>(script: string) => Promise<T>
  readonly on: ((event: 'request', heard: (request: { readonly url: () => string }) => void) => void) &
    ((event: 'console', heard: (message: ConsoleMessage) => void) => void) &
    ((event: 'pageerror', heard: (error: Error) => void) => void)
  readonly keyboard: {
    readonly press: (key: string) => Promise<void>
    readonly type: (text: string) => Promise<void>
  }
  readonly click: (selector: string) => Promise<void>
  readonly fill: (selector: string, text: string) => Promise<void>
  /** Waits until the element is shown. */
  readonly waitForSelector: (selector: string) => Promise<unknown>
  readonly waitForURL: (isReached: (url: URL) => boolean) => Promise<void>
  readonly setViewportSize: (size: Size) => Promise<void>
  readonly emulateMedia: (media: Theme) => Promise<void>
  readonly screenshot: (options: { readonly path: string; readonly fullPage?: boolean }) => Promise<unknown>
  readonly close: () => Promise<void>
}
type ConsoleMessage = { readonly type: () => string; readonly text: () => string }
export type Size = { readonly width: number; readonly height: number }
export type Theme = {
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active' | 'none'
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly media?: 'screen' | 'print'
}
export type Session = {
  readonly send: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>
}
export type Context = {
  readonly newPage: () => Promise<Tab>
  readonly addInitScript: (script: { readonly content: string }) => Promise<void>
  /** Opens a session of the protocol of the browser's developer tools. */
  readonly newCDPSession: (tab: Tab) => Promise<Session>
  readonly close: () => Promise<void>
}
export type Browser = AsyncDisposable & {
  readonly newContext: (options?: {
    readonly viewport?: Size
    readonly javaScriptEnabled?: boolean
    readonly permissions?: readonly string[]
  }) => Promise<Context>
}
type Playwright = {
  readonly chromium: {
    readonly launch: (options: {
      readonly executablePath: string
      readonly args: readonly string[]
    }) => Promise<Omit<Browser, keyof AsyncDisposable> & { readonly close: () => Promise<void> }>
  }
}

/** Where Debian and other systems install Chromium. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const load = createRequire(join(import.meta.dirname, 'kits/package.json'))

/** The program of the system's Chromium; undefined where there is none. */
function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

/** Whether a Chromium and the packages of tools/kits are installed. */
export function isChromiumReady(): boolean {
  return (
    findChromium() !== undefined && existsSync(join(import.meta.dirname, 'kits/node_modules/playwright-core'))
  )
}

/** Starts the system's Chromium. @throws Error where it or playwright-core is not installed */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error(`No Chromium: expected one of ${PLACES.join(', ')}; on Debian: apt-get install chromium`)
  const { chromium } = load('playwright-core') as Playwright
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] })
  return {
    newContext: (options) => browser.newContext(options),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** The path of the axe-core script, to run in a page. */
export function axePath(): string {
  return load.resolve('axe-core/axe.min.js')
}
