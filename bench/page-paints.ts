import { openChromium, type Tab } from '../tools/chromium.ts'
import { figure, medianOf } from './figures.ts'

/** A phone on a slow network, as in Chromium's throttled mobile profile. */
const PHONE = { width: 375, height: 812 }
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const SLOWER = 4
const LOADS = 5

const PAINTED = `new Promise((done) => {
  let paint = 0, shift = 0
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) paint = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done({ paint, shift }), 500)
})`
type Painted = { readonly paint: number; readonly shift: number }

/**
 * When the largest part of each page is painted (the median), and how far parts move (the largest shift), over loads
 * with an empty cache.
 */
export async function paintsOf(
  url: string,
  paths: readonly string[],
): Promise<readonly (readonly string[])[]> {
  await using browser = await openChromium()
  const load = async (path: string): Promise<Painted> => {
    const context = await browser.newContext({ viewport: PHONE })
    try {
      const tab: Tab = await context.newPage()
      const session = await context.newCDPSession(tab)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', NETWORK)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await tab.goto(`${url}${path}`)
      return await tab.evaluate<Painted>(PAINTED)
    } finally {
      await context.close()
    }
  }
  const rows = [['Chromium, slow telephone', 'largest paint, ms', 'layout shift', 'aim']]
  for (const path of paths) {
    const loads: Painted[] = []
    for (let time = 0; time < LOADS; time += 1) loads.push(await load(path))
    const shift = Math.max(...loads.map(({ shift }) => shift))
    rows.push([path, figure(medianOf(loads.map(({ paint }) => paint))), figure(shift), '1,000; 0'])
  }
  return rows
}
