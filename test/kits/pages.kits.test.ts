import { expect, test } from 'vitest'
import { addDays, dateOf } from '#contract/time.ts'
import { storeMonthlyReport } from '#test/given/monthly-report.ts'
import { pageAddresses, pageValuesOf } from '#test/pages/page-addresses.ts'
import { forFile } from '#test/run/for-file.ts'
import { openBrowsedWorld } from './browsed-world.ts'
import { serveWorld } from './serve-world.ts'
import { openTab, shiftOf, sidewaysOf, sizeOf, THEMES, violationsOf, WIDTHS } from './watched-tab.ts'

const browsed = await forFile(openBrowsedWorld())
const { world } = browsed
await storeMonthlyReport(world.service.database)
const [rich, poor] = [await pageValuesOf('rich', world), await pageValuesOf('poor', world)]
const day = `/projects/${rich['slug']}?at=${addDays(dateOf(world.service.clock.now()), -1)}`
const addresses = [...new Set([...pageAddresses(rich), ...pageAddresses(poor), day])]

test('every page is calm in Chromium and accessible in each theme and at each width', {
  timeout: 900_000,
}, async () => {
  await using watched = await browsed.open({ viewport: sizeOf(WIDTHS[0] ?? 0) })
  const { tab } = watched
  for (const address of addresses) {
    await tab.setViewportSize(sizeOf(WIDTHS[0] ?? 0))
    const loaded = await tab.goto(`${browsed.url}${address}`)
    expect.soft([address, loaded?.status()]).toEqual([address, 200])
    expect.soft([address, 'moved by', await shiftOf(tab)]).toEqual([address, 'moved by', 0])
    // Each page meets every theme and every width, the width of 320 px, which is 1280 at 400 %, in two themes.
    for (const [turn, { name, ...theme }] of THEMES.entries()) {
      const width = WIDTHS[turn % WIDTHS.length] ?? 0
      await tab.emulateMedia(theme)
      await tab.setViewportSize(sizeOf(width))
      const at = `${address}, ${name}, ${width} px`
      expect.soft([at, 'sideways', await sidewaysOf(tab)]).toEqual([at, 'sideways', 0])
      expect.soft([at, await violationsOf(tab)]).toEqual([at, []])
    }
    expect.soft([address, await watched.faults()]).toEqual([address, []])
  }
})

/**
 * The number of drawings of 90 days, the width of the narrowest one, and the space between the two dates above them.
 */
const DRAWN_DAYS = `(() => {
  const rows = [...document.querySelectorAll('#outage-days .strips tbody svg')]
  const [from, to] = [...document.querySelectorAll('#outage-days .strips text')].map((one) => one.getBoundingClientRect())
  return {
    count: rows.length,
    width: Math.min(...rows.map((one) => one.getBoundingClientRect().width)),
    between: to.left - from.right,
  }
})()`

test.each([375, 1280])('a day of the calendar of outages is at least 3 px wide at %d px', async (width) => {
  await using watched = await browsed.open({ viewport: sizeOf(width) })
  await watched.tab.goto(`${browsed.url}/status`)
  const drawn = await watched.tab.evaluate<Record<string, number>>(DRAWN_DAYS)
  expect(drawn['count']).toBeGreaterThan(0)
  expect(drawn['width']).toBeGreaterThanOrEqual(90 * 3)
  expect(drawn['between']).toBeGreaterThan(0)
})

test('the error page is calm and accessible too', async () => {
  await using watched = await browsed.open({ viewport: sizeOf(320) })
  const loaded = await watched.tab.goto(`${browsed.url}/nowhere`)
  expect(loaded?.status()).toBe(404)
  expect(await violationsOf(watched.tab)).toEqual([])
  expect(await sidewaysOf(watched.tab)).toBe(0)
})

test('a fault of a page is seen: an inline script, a picture of another host, a picture without words', async () => {
  const broken = '<script>alert(1)</script><img src="http://127.0.0.1:9/a.png"></main>'
  const { browser, world } = browsed
  await using changed = await serveWorld(world, (answer) => ({
    ...answer,
    text: answer.text.replace('</main>', broken),
  }))
  await using watched = await openTab({ browser, home: changed.url }, { viewport: sizeOf(320) })
  await watched.tab.goto(`${changed.url}/`)
  const faults = (await watched.faults()).join('\n')
  for (const kind of ['policy script-src-elem inline', 'policy img-src http://127.0.0.1:9', 'console: '])
    expect(faults).toContain(kind)
  expect((await violationsOf(watched.tab)).join('\n')).toContain('image-alt')
})
