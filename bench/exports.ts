import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CATALOGUE_OPTIONS, sizeOf } from './catalogue-options.ts'
import { figure, tableOf, timed } from './figures.ts'
import { type MeasuredServer, startServer } from './measured-server.ts'
import { openCatalogue, openServer } from './server.ts'

/** Measures the memory of a serving process before, during and after exports of every project, one after another. */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '100000' },
    ...CATALOGUE_OPTIONS,
    exports: { type: 'string', default: '3' },
  },
})
const SAMPLE_MS = 100
const { projects, events } = sizeOf(values)

await using database = await openServer(values.data)
await using catalogue = await openCatalogue({ projects, events, seed: 'one' }, database)
await using server = await startServer({ kind: 'cached', databaseUrl: catalogue.url })

const rows = [['export', 's', 'MB sent', 'rss before, MB', 'rss at most, MB', 'rss after, MB']]
for (let number = 1; number <= Number.parseInt(values.exports, 10); number += 1) {
  const before = await rssOf(server)
  const downloading = timed(() => download(number))
  const most = await mostUntil(downloading)
  const { ms, answer: bytes } = await downloading
  const figures = [ms / 1000, bytes / 1e6, before, most, await rssOf(server)]
  rows.push([`${number}`, ...figures.map(figure)])
}
console.log(tableOf(rows))

/** Downloads a whole export. Resolves to its number of bytes. */
async function download(client: number): Promise<number> {
  const headers = { 'x-forwarded-for': `10.251.0.${client}`, 'accept-encoding': 'identity' }
  const answer = await fetch(`${server.url}/api/export/projects`, { headers })
  if (answer.status !== 200 || answer.body === null) throw new Error(`The export answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  return bytes
}

/** The largest memory of the server until the end, in MB. It is read at least once. */
async function mostUntil(end: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  let most = await rssOf(server)
  while (!isOver) {
    await Promise.race([over, wait(SAMPLE_MS)])
    most = Math.max(most, await rssOf(server))
  }
  return most
}

async function rssOf({ child }: MeasuredServer): Promise<number> {
  const answer = once(child, 'message')
  child.send('usage')
  const [{ rssMb }] = (await answer) as [{ rssMb: number }]
  return rssMb
}
