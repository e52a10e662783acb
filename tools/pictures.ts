import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#app/instance/address.ts'
import { spawnService } from '#test/service/spawned-service.ts'
import { type Browser, openChromium } from './chromium.ts'

/** Draws the main pages of a sandbox that was just started, light and dark, narrow and wide, into docs/pages. */
const FOLDER = join(import.meta.dirname, '../docs/pages')
const WIDTHS = [375, 1280]
const THEMES = ['light', 'dark'] as const
/** The height of a picture: the first screen, where a reader decides. */
const HEIGHT = 720
const MOST_BYTES = 4_000_000

type Facts = { readonly token: string; readonly ship: string }

/** The pages by the name of their pictures. */
function pagesOf({ token, ship }: Facts): Readonly<Record<string, string>> {
  return {
    home: '/',
    project: '/projects/lumen',
    projects: '/projects?status=SHIPPING',
    radar: '/radar',
    compare: '/compare?slugs=lumen,gantry',
    changes: '/changes',
    evidence: `/evidence/${encodeURIComponent(ship)}`,
    token: `/token/4663/${token}`,
    status: '/status',
    account: '/account',
  }
}

async function factsOf(url: string): Promise<Facts> {
  const answer = await fetch(`${url}/api/projects/lumen`)
  const { token, lastShip } = (await answer.json()) as Record<string, Record<string, string>>
  return { token: String(token?.['contract']), ship: String(lastShip?.['evidenceId']) }
}

/** Draws one page in each theme and width. Returns the bytes of its pictures. */
async function draw(
  page: { readonly name: string; readonly url: string },
  browser: Browser,
): Promise<number> {
  let bytes = 0
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ viewport: { width, height: HEIGHT } })
      const tab = await context.newPage()
      await tab.emulateMedia({ colorScheme })
      const loaded = await tab.goto(page.url)
      if (loaded?.status() !== 200) throw new Error(`${page.url} answered ${loaded?.status()}, expected 200`)
      const path = join(FOLDER, `${page.name}-${width}-${colorScheme}.png`)
      await tab.screenshot({ path })
      bytes += (await stat(path)).size
      await context.close()
    }
  return bytes
}

const dataDir = await mkdtemp(join(tmpdir(), 'svc-pictures-'))
const port = await findFreePort()
const service = spawnService(['up', '--sandbox'], { DATA_DIR: dataDir, PORT: `${port}` })
try {
  await using browser = await openChromium()
  await service.ready
  // A host name: passkeys belong to one, so the page of the account answers there.
  const url = `http://localhost:${port}`
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  let bytes = 0
  for (const [name, path] of Object.entries(pagesOf(await factsOf(url))))
    bytes += await draw({ name, url: `${url}${path}` }, browser)
  console.log(`docs/pages: ${(bytes / 1e6).toFixed(1)} MB`)
  if (bytes > MOST_BYTES) throw new Error(`The pictures are ${bytes} bytes, expected at most ${MOST_BYTES}`)
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}
