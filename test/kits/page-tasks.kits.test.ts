import { describe, expect, test } from 'vitest'
import { storeListed } from '#test/given/listed-project.ts'
import { forFile } from '#test/run/for-file.ts'
import type { Tab } from '../../tools/chromium.ts'
import { openBrowsedWorld } from './browsed-world.ts'
import { sidewaysOf, sizeOf, tabTo } from './watched-tab.ts'

const browsed = await forFile(openBrowsedWorld())

const isAt = (start: string) => (url: URL) => `${url.pathname}${url.search}`.startsWith(start)

describe.each([
  ['with script', true],
  ['with script off', false],
] as const)('by keyboard alone, %s', (_, javaScriptEnabled) => {
  test('a project is searched and opened', async () => {
    await using watched = await browsed.open({ javaScriptEnabled })
    const { tab } = watched
    await tab.goto(`${browsed.url}/`)
    await tabTo(tab, 'input[name=q]')
    await tab.keyboard.type('lumen')
    await tab.keyboard.press('Enter')
    await tab.waitForURL((url) => url.searchParams.get('q') === 'lumen')
    await tabTo(tab, 'a[href="/projects/lumen"]')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(isAt('/projects/lumen'))
    expect(await watched.faults()).toEqual([])
  })

  test('the pop-up of a figure opens, leads to its receipt, and closes', async () => {
    await using watched = await browsed.open({ javaScriptEnabled })
    const { tab } = watched
    await tab.goto(`${browsed.url}/projects/lumen`)
    await tabTo(tab, '.figure:has([popover] a[href^="/evidence/"]) > button')
    const isOpen = () => tab.evaluate<boolean>(`document.querySelector(':popover-open') !== null`)
    await tab.keyboard.press('Enter')
    expect(await isOpen()).toBe(true)
    await tab.keyboard.press('Escape')
    expect(await isOpen()).toBe(false)
    await tab.keyboard.press('Enter')
    await tabTo(tab, '[popover] a[href^="/evidence/"]')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(isAt('/evidence/'))
    expect(await watched.faults()).toEqual([])
  })

  test('a list is filtered', async () => {
    await using watched = await browsed.open({ javaScriptEnabled })
    const { tab } = watched
    await tab.goto(`${browsed.url}/projects`)
    await tabTo(tab, '.filter a')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(isAt('/projects?'))
    await tabTo(tab, '.filter a[aria-current="true"]')
    expect(await watched.faults()).toEqual([])
  })
})

test('by keyboard alone: a value is copied as plain text', async () => {
  await using watched = await browsed.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { tab } = watched
  await tab.goto(`${browsed.url}/projects/lumen`)
  await tabTo(tab, '[data-copy]')
  const value = await tab.evaluate<string>('document.activeElement.dataset.copy')
  await tab.keyboard.press('Enter')
  await expect.poll(() => tab.evaluate('document.activeElement.textContent')).toBe('Copied')
  expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(value)
})

test('with script off, no button offers what only script can do', async () => {
  await using watched = await browsed.open({ javaScriptEnabled: false })
  await watched.tab.goto(`${browsed.url}/projects/lumen`)
  const shown = `[...document.querySelectorAll('button[data-copy]')].filter((one) => one.checkVisibility()).length`
  expect(await watched.tab.evaluate(shown)).toBe(0)
})

test('on paper, each figure has its receipts or its rule, and each age has its time', async () => {
  await using watched = await browsed.open()
  const { tab } = watched
  await tab.goto(`${browsed.url}/projects/lumen`)
  const unseen = `[...document.querySelectorAll('.account')].filter((one) => !one.checkVisibility()).length`
  expect(await tab.evaluate<number>(unseen)).toBeGreaterThan(20)
  await tab.emulateMedia({ media: 'print' })
  expect(await tab.evaluate<number>(unseen)).toBe(0)
  const added = `[...document.querySelectorAll(':is(main time.age, a.receipt):not(.account *)')].filter((one) => getComputedStyle(one, '::after').content === 'none').length`
  expect(await tab.evaluate<number>(added)).toBe(0)
})

test("a stranger's path: from a token's address to the receipt of its last ship in three clicks", async () => {
  const { body } = await browsed.world.get('/api/projects/lumen')
  const { contract } = body['token'] as { readonly contract: string }
  const { evidenceId } = body['lastShip'] as { readonly evidenceId: string }
  await using watched = await browsed.open()
  const { tab } = watched
  await tab.goto(`${browsed.url}/`)
  await tab.click('input[name=q] >> visible=true')
  await tab.keyboard.type(contract)
  await tab.keyboard.press('Enter')
  await tab.waitForURL((url) => url.searchParams.get('q') === contract)
  await tab.click('main a[href="/projects/lumen"]')
  await tab.waitForURL(isAt('/projects/lumen'))
  await tab.click(`a[href="/evidence/${encodeURIComponent(evidenceId)}"] >> visible=true`)
  await tab.waitForURL(isAt(`/evidence/${encodeURIComponent(evidenceId)}`))
  expect(await tab.evaluate('document.querySelector("h1").textContent')).not.toBe('')
})

const MARKUP = `"><script>window.hit=1</script><img src=x onerror="window.hit=1"><style>*{display:none}</style>`
const BIDI = '\u202e\u2066\u200f\u0639\u0645\u0644\u202a abc \u202e'
const LONG = 'x'.repeat(5000)

test.each([
  ['markup', MARKUP, MARKUP],
  ['text of both directions', BIDI, BIDI],
  ['5 kB without a space', LONG.slice(0, 120), LONG],
])('words of a source change nothing but text: %s', async (_, name, description) => {
  const { database } = browsed.world.service
  const plain = await storeListed({ project: { name: 'Plain', description: 'Plain words' } }, database)
  const hostile = await storeListed({ project: { name, description } }, database)
  await using watched = await browsed.open({ viewport: sizeOf(320) })
  const { tab } = watched
  await tab.goto(`${browsed.url}/projects/${plain}`)
  const expected = await shapeOf(tab)
  await tab.goto(`${browsed.url}/projects/${hostile}`)
  expect(await shapeOf(tab)).toEqual(expected)
  expect(await tab.evaluate('window.hit ?? 0')).toBe(0)
  expect(await sidewaysOf(tab)).toBe(0)
  await tab.goto(`${browsed.url}/projects`)
  expect([await tab.evaluate('window.hit ?? 0'), await sidewaysOf(tab)]).toEqual([0, 0])
  expect(await watched.faults()).toEqual([])
})

/**
 * The elements of a page with the names of their attributes and their text direction. The direction is left out of a
 * `bdi`, which isolates the text of a source.
 */
function shapeOf(tab: Tab): Promise<readonly string[]> {
  return tab.evaluate(`[...document.querySelectorAll('*')].map((one) =>
  [one.tagName, ...one.getAttributeNames(), one.tagName === 'BDI' ? '' : getComputedStyle(one).direction].join(' '))`)
}
