import { createServer } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpOf } from '#test/agents/mcp.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { openWorld, type World } from '#test/world/world.ts'
import { type Browser, openChromium, type Tab } from '../../tools/chromium.ts'
import { openTab, sidewaysOf, sizeOf, THEMES, type WatchedTab, WIDTHS } from './watched-tab.ts'

const KITS = join(import.meta.dirname, '../../tools/kits')
const CARD = 'ui://evidence-research-service/project'
/** The policy with which a host shows an app that declares no domain. @source MCP Apps 2026-01-26, Host Behavior */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"
/** A host page with the official bridge. It can look into its frame, so that the test can. */
const HOST = `import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
const frame = document.querySelector('iframe')
const bridge = new AppBridge(null, { name: 'kit', version: '1' }, { openLinks: {} })
window.opened = []
bridge.onsizechange = ({ height }) => { frame.style.height = height + 'px' }
bridge.onopenlink = async ({ url }) => { window.opened.push(url); return {} }
const initialized = new Promise((resolve) => { bridge.oninitialized = resolve })
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
frame.src = '/card'
window.show = async (result) => {
  await initialized
  await bridge.sendToolInput({ arguments: {} })
  await bridge.sendToolResult(result)
  await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))
}`
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A host</title>
<style>body { margin: 0 } iframe { border: 0; width: 100% }</style>
<iframe title="card" sandbox="allow-scripts allow-same-origin"></iframe><script type="module" src="/host.js"></script></html>`

let world: World
let browser: Browser
let watched: WatchedTab
let tab: Tab
let card: { readonly text: string; readonly mimeType: string; readonly _meta: unknown }
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  world = stack.use(await openWorld())
  const { contents } = await mcpOf(world).ask('resources/read', { uri: CARD })
  card = (contents as (typeof card)[])[0] as typeof card
  const url = await serveHost(await bundledHost())
  browser = stack.use(await openChromium())
  watched = stack.use(await openTab({ browser, home: url }, { viewport: sizeOf(375) }))
  tab = watched.tab
  await tab.goto(`${url}/`)
}, 600_000)
afterAll(() => stack.disposeAsync())

async function bundledHost(): Promise<string> {
  const entry = join(KITS, 'project-card-host.js')
  await using bundle = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'host',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? HOST : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es' })
  return output[0].code
}

async function serveHost(script: string): Promise<string> {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', PAGE],
    '/host.js': ['text/javascript', script],
    '/card': ['text/html', card.text],
  }
  const server = createServer((request, response) => {
    const [type, body] = files[String(request.url)] ?? ['text/plain', '']
    const policy = request.url === '/card' ? { 'content-security-policy': POLICY } : {}
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...policy }).end(body)
  })
  return stack.use(await listenOnLoopback(server)).url
}

/** The parts that the card shows of a result. */
async function shownOf(result: unknown) {
  await tab.evaluate(`window.show(${JSON.stringify(result)})`)
  return inCard<{ name: string; rows: readonly (readonly string[])[]; elements: string; said: string }>(`({
    name: document.querySelector('h1').innerText,
    rows: [...document.querySelectorAll('.list > div')].map((row) => [row.querySelector('dt').innerText, row.querySelector('dd').innerText]),
    elements: [...new Set([...document.querySelectorAll('main *')].map(({ localName }) => localName))].sort().join(' '),
    said: document.querySelector('#said').innerText,
  })`)
}

function inCard<T>(script: string): Promise<T> {
  const run = `(({ document, window }) => ${script})({ document: frames[0].document, window: frames[0] })`
  return tab.evaluate<T>(run)
}

async function faultsOf(): Promise<readonly string[]> {
  return [...(await watched.faults()), ...(await inCard<readonly string[]>('window.broken ?? []'))]
}

test('the card is one small file of an app, and declares that it reaches nothing', () => {
  expect(card.mimeType).toBe('text/html;profile=mcp-app')
  expect(Buffer.byteLength(card.text)).toBeLessThanOrEqual(20_000)
  expect(card.text).not.toMatch(/https?:\/\/|@import|url\(/)
  expect(card._meta).toMatchObject({ ui: { csp: { connectDomains: [], resourceDomains: [] } } })
})

test('the official bridge shows the claims of a project, each with what it rests on', async () => {
  const result = await mcpOf(world).call('get_project', { project: 'lumen' })
  const { name, rows } = await shownOf(result)
  const { claims } = result.structuredContent
  expect([name, rows.length]).toEqual(['Lumen', claims.length])
  expect(rows).toContainEqual(['Build momentum', expect.stringMatching(/ of 100$/)])
  await inCard(`document.querySelector('.status button').click()`)
  const account = await inCard<string>(`document.querySelector(':popover-open').innerText`)
  expect(account).toContain('Concluded by the rule activity.status@')
  const [first = {}] = claims
  for (const id of first['evidence'] as readonly string[]) expect(account).toContain(id)
  expect(await inCard(`document.querySelector('.status').className`)).toBe('figure status shipping')
  await inCard(`document.querySelector(':popover-open').hidePopover()`)
  await inCard(`document.querySelector('#open').click()`)
  await expect.poll(() => tab.evaluate('window.opened.join()')).toBe('http://127.0.0.1:4663/projects/lumen')
  expect(await faultsOf()).toEqual([])
})

test('unknown is shown as unknown, with its reason', async () => {
  const result = await mcpOf(world).call('get_project', { project: 'hollowreed' })
  const { rows } = await shownOf(result)
  const unknown = result.structuredContent.claims.filter(({ kind }) => kind === 'UNKNOWN')
  expect(unknown.length).toBeGreaterThan(4)
  expect(rows).toContainEqual(['Meaningful ships in 30 days', '? unknown NO_SOURCE'])
  expect(rows.filter(([, words]) => /^\? unknown [A-Z_]+$/.test(String(words)))).toHaveLength(unknown.length)
})

test('hostile words stay text', async () => {
  const hostile =
    '“</title><script>window.broken.push(1)</script><img src=x onerror="window.broken.push(2)">”'
  const claim = { kind: 'FACT', statement: `${hostile}: ${hostile}`, evidence: ['ship:1'], words: 'source' }
  const project = { name: hostile, slug: 'x', url: 'http://127.0.0.1:4663/projects/x' }
  const { name, rows, elements } = await shownOf({
    content: [],
    structuredContent: { claims: [claim], project },
  })
  expect([name, rows]).toEqual([hostile, [[hostile, hostile]]])
  expect(elements).not.toMatch(/\b(?:img|script)\b/)
  const hexgarden = await mcpOf(world).call('get_project', {
    project: 'hexgarden',
    view: 'dossier',
    maxTokens: 8000,
  })
  expect((await shownOf(hexgarden)).elements).not.toMatch(/\b(?:img|script)\b/)
  expect(await faultsOf()).toEqual([])
})

test('a refusal is shown in its words', async () => {
  const { name, rows, said } = await shownOf(await mcpOf(world).call('get_project', { project: 'nosuch' }))
  expect([name, rows, said]).toEqual([
    'No project',
    [],
    expect.stringContaining('No published project has the slug'),
  ])
})

test('it fits each width in each theme', async () => {
  await shownOf(await mcpOf(world).call('get_project', { project: 'lumen' }))
  for (const { name, ...theme } of THEMES)
    for (const width of WIDTHS) {
      await tab.emulateMedia(theme)
      await tab.setViewportSize(sizeOf(width))
      expect.soft([name, width, await sidewaysOf(tab)]).toEqual([name, width, 0])
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
      expect.soft([name, width, await inCard<boolean>(isWide)]).toEqual([name, width, false])
      const pictures = process.env['CARD_PICTURES']
      if (pictures !== undefined)
        await tab.screenshot({ path: join(pictures, `card-${name}-${width}.png`), fullPage: true })
    }
})
