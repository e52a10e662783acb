import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import type { Tab } from '../../tools/chromium.ts'
import { openBrowsedWorld } from './browsed-world.ts'
import { sidewaysOf, sizeOf, THEMES, tabTo, violationsOf, WIDTHS } from './watched-tab.ts'

const PAGE = '/developers/reference'
const LOOKED_AT = [
  '',
  '/values',
  '/listChanges',
  '/getProjectSnapshot',
  '/createWebhook',
  '/events/market_integrity.event',
  '/webhooks/payload',
  '/webhooks/signature',
  '/clients/python',
  '/clients/go',
  '/clients/java',
  '/clients/rust',
]

const browsed = await forFile(openBrowsedWorld())

/** Blocks of code that are cut at their side. */
const cutCode = (tab: Tab) =>
  tab.evaluate<readonly string[]>(`[...document.querySelectorAll('pre')]
  .filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.textContent)`)

const answered = (tab: Tab) =>
  tab.evaluate<string>(`new Promise((done) => {
  const shown = document.querySelector('.tried')
  const look = () => { if (!shown.hidden) done(shown.innerText) }
  new MutationObserver(look).observe(shown, { attributes: true, childList: true, subtree: true })
  look()
})`)

test('pages of the reference are accessible in light and dark at each width, and ask no other host', {
  timeout: 600_000,
}, async () => {
  await using watched = await browsed.open()
  const { tab } = watched
  for (const path of LOOKED_AT) {
    await tab.goto(`${browsed.url}${PAGE}${path}`)
    for (const { name, ...theme } of THEMES.slice(0, 2))
      for (const width of WIDTHS) {
        await tab.emulateMedia(theme)
        await tab.setViewportSize(sizeOf(width))
        const at = `${path}, ${name}, ${width} px`
        expect.soft([at, await violationsOf(tab)]).toEqual([at, []])
        expect.soft([at, 'sideways', await sidewaysOf(tab)]).toEqual([at, 'sideways', 0])
        expect.soft([at, 'cut', await cutCode(tab)]).toEqual([at, 'cut', []])
      }
    expect.soft([path, await watched.faults()]).toEqual([path, []])
  }
})

test('a read is tried on its page: the answer is shown with its status and headers', async () => {
  await using watched = await browsed.open()
  const { tab } = watched
  await tab.goto(`${browsed.url}${PAGE}/getProject`)
  await tab.evaluate(`document.querySelector('[data-path=slug]').value = 'gantry'`)
  await tabTo(tab, 'form.try button')
  await tab.keyboard.press('Enter')
  const text = await answered(tab)
  for (const part of ['Status 200', '"slug": "gantry"']) expect(text).toContain(part)
  await tab.click('.tried summary')
  const headers = await answered(tab)
  for (const part of ['x-api-version: 1', 'etag: ']) {
    expect(headers).toContain(part)
    expect(text).not.toContain(part)
  }
  for (const width of WIDTHS) {
    await tab.setViewportSize(sizeOf(width))
    expect([width, await sidewaysOf(tab), await cutCode(tab)]).toEqual([width, 0, []])
  }
  expect(await violationsOf(tab)).toEqual([])
  expect(await watched.faults()).toEqual([])
})

test('a parameter left empty is not sent, and a refusal is shown', async () => {
  await using watched = await browsed.open()
  const { tab } = watched
  await tab.goto(`${browsed.url}${PAGE}/listShips`)
  await tab.evaluate(`document.querySelector('[name=limit]').value = '0'`)
  await tabTo(tab, 'form.try button')
  await tab.keyboard.press('Enter')
  const text = await answered(tab)
  expect(text).toContain('Status 400')
  expect(text).toContain('"parameter": "limit"')
})

test('without script, the form opens the answer', async () => {
  await using watched = await browsed.open({ javaScriptEnabled: false })
  const { tab } = watched
  await tab.goto(`${browsed.url}${PAGE}/listProjects`)
  await tabTo(tab, 'form.try button')
  await tab.keyboard.press('Enter')
  await tab.waitForURL((url) => url.pathname === '/api/projects')
  expect(new URL(tab.url()).search).toBe('?tab=shipping-now&claims=none&limit=2')
})
