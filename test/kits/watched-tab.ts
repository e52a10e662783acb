import { readFileSync } from 'node:fs'
import { axePath, type Browser, type Context, type Size, type Tab, type Theme } from '../../tools/chromium.ts'

/** A tab that records faults of a page. */
export type WatchedTab = AsyncDisposable & {
  readonly tab: Tab
  readonly context: Context
  /**
   * Errors on the console, violations of the content security policy, and requests to another host, since the last
   * call.
   */
  readonly faults: () => Promise<readonly string[]>
}

const POLICY = `window.broken = []
addEventListener('securitypolicyviolation', (event) => {
  window.broken.push('policy ' + event.violatedDirective + ' ' + event.blockedURI)
})`

/** Opens a tab that records faults. */
export async function openTab(
  { browser, home }: { readonly browser: Browser; readonly home: string },
  options: NonNullable<Parameters<Browser['newContext']>[0]> = {},
): Promise<WatchedTab> {
  const context: Context = await browser.newContext(options)
  await context.addInitScript({ content: POLICY })
  const tab = await context.newPage()
  let found: string[] = []
  tab.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()}`)
  })
  tab.on('pageerror', (error) => found.push(`script: ${error.message}`))
  tab.on('request', (request) => {
    if (!request.url().startsWith(`${home}/`)) found.push(`request: ${request.url()}`)
  })
  return {
    tab,
    context,
    async faults() {
      const broken = await tab.evaluate<readonly string[]>('window.broken ?? []')
      const all = [...found, ...broken]
      found = []
      return all
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

export const THEMES: readonly (Theme & { readonly name: string })[] = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none', reducedMotion: 'no-preference' },
  { name: 'forced colours', colorScheme: 'light', forcedColors: 'active', reducedMotion: 'no-preference' },
  { name: 'reduced motion', colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' },
]
export const WIDTHS = [320, 375, 1280]

export function sizeOf(width: number): Size {
  return { width, height: 900 }
}

const AXE = readFileSync(axePath(), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const RUN_AXE = `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => id + ' ' + target.join(' ') + ' ' + (any[0]?.message ?? ''))))`

/** The violations that axe finds on the page as it is shown now. */
export async function violationsOf(tab: Tab): Promise<readonly string[]> {
  if (!(await tab.evaluate<boolean>(`'axe' in window`))) await tab.evaluate(`${AXE};0`)
  return await tab.evaluate(RUN_AXE)
}

/** The number of pixels by which the page scrolls sideways. */
export async function sidewaysOf(tab: Tab): Promise<number> {
  return await tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** The sum of Chromium's layout shifts while the page loaded. */
export async function shiftOf(tab: Tab): Promise<number> {
  return await tab.evaluate(`new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value })
    .observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))))
})`)
}

/** Presses Tab until the focused element matches. @throws Error when the focus has gone round without a match */
export async function tabTo(tab: Tab, selector: string): Promise<void> {
  const isThere = `document.activeElement.matches(${JSON.stringify(selector)})`
  for (let presses = 0; presses < 400; presses += 1) {
    await tab.keyboard.press('Tab')
    if (await tab.evaluate<boolean>(isThere)) return
  }
  throw new Error(`The keyboard does not reach ${selector}`)
}
