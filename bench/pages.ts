import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Database } from '#records/database.ts'
import { isChromiumReady } from '../tools/chromium.ts'
import { getPublished, type PublishedProject } from './catalogue.ts'
import { figure, medianOf, tableOf } from './figures.ts'
import { askInTurn, cpuMsOf, type MeasuredServer, startServer } from './measured-server.ts'
import { paintsOf } from './page-paints.ts'
import { openCatalogue, openServer, openYear } from './server.ts'

/**
 * Measures the page of a project beside the Partner Card of the same project, in turns within one run: the processor
 * time of the serving process for an answer, without and with the response cache. Then it measures the page's size and,
 * where Chromium is installed, when its largest part is painted on a slow phone.
 */
const PROJECTS = Number(process.env['PROJECTS'] ?? '1000')
const DAYS = Number(process.env['DAYS'] ?? '120')
const ROUNDS = Number(process.env['ROUNDS'] ?? '9')
/** Number of answers of each kind in a round. */
const ANSWERS = Number(process.env['ANSWERS'] ?? '200')
/** Rounds before the first measured one. V8 compiles the code of an uncached answer in them. */
const WARM = 3

type Contest = { readonly name: string; readonly aim: number; readonly server: MeasuredServer } & {
  readonly projects: readonly PublishedProject[]
}

const BROWSER = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br, zstd' }

/**
 * The processor time in milliseconds that the server needs for an answer to these paths. The requests have the headers
 * of a browser, and each comes from another client.
 */
async function cpuOf(paths: readonly string[], server: MeasuredServer): Promise<number> {
  const before = await cpuMsOf(server)
  await askInTurn(server, { paths, answers: ANSWERS, headers: BROWSER })
  return ((await cpuMsOf(server)) - before) / ANSWERS
}

async function contend({ name, aim, server, projects }: Contest): Promise<readonly string[]> {
  const pages = projects.map(({ slug }) => `/projects/${slug}`)
  const cards = projects.map(({ address }) => `/api/v1/builder?token=${address}`)
  const rounds: { readonly page: number; readonly card: number }[] = []
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const page = await cpuOf(pages, server)
    const card = await cpuOf(cards, server)
    if (round >= WARM) rounds.push({ page, card })
  }
  const ratios = rounds.map(({ page, card }) => page / card).toSorted((a, b) => a - b)
  return [
    name,
    figure(medianOf(rounds.map(({ page }) => page))),
    figure(medianOf(rounds.map(({ card }) => card))),
    figure(medianOf(ratios)),
    `${figure(ratios[0] ?? 0)}–${figure(ratios.at(-1) ?? 0)}`,
    `${aim}`,
  ]
}

/** The compressed sizes in kB of a page, its style and its script, and their sum. */
async function sizeOf(path: string, server: MeasuredServer): Promise<readonly string[]> {
  const read = async (at: string) => await (await fetch(`${server.url}${at}`)).text()
  const html = await read(path)
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, at]) =>
    String(at),
  )
  const sizes = await Promise.all(
    [html, ...files.map(read)].map(async (text) => brotliCompressSync(await text).length),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return [path, ...[...sizes, total].map((size) => figure(size / 1000))]
}

async function run(databaseUrl: string, database: Database): Promise<void> {
  const projects = await getPublished(ANSWERS, database)
  const [first] = projects
  if (first === undefined) throw new Error('No project is published: expected at least one')
  await using uncached = await startServer({ kind: 'uncached', databaseUrl })
  await using cached = await startServer({ kind: 'cached', databaseUrl })
  const rows = [
    ['project page', 'page ms CPU', 'card ms CPU', 'page ÷ card', 'in the rounds', 'aim'],
    await contend({ name: 'uncached', aim: 3, server: uncached, projects }),
    await contend({ name: 'cached', aim: 1.5, server: cached, projects: [first] }),
  ]
  console.log(`${tableOf(rows)}\n`)
  const path = `/projects/${first.slug}`
  const head = ['compressed, kB', 'document', 'style', 'script', 'all']
  console.log(`${tableOf([head, await sizeOf(path, cached)])}\n`)
  if (!isChromiumReady()) console.log('Chromium or tools/kits is not installed: paints are not measured.')
  else console.log(tableOf(await paintsOf(cached.url, ['/', path])))
}

const dataDir = join(tmpdir(), `svc-bench-pages-${process.pid}`)
try {
  await using server = await openServer(dataDir)
  await using catalogue = await openCatalogue(
    { projects: PROJECTS, events: 10 * PROJECTS, seed: 'reads' },
    server,
  )
  await using year = await openYear({ catalogue, days: DAYS }, server)
  await run(year.url, year.database)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
