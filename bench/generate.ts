import { parseArgs } from 'node:util'
import { openDatabase } from '#records/database.ts'
import { generateCatalogue } from './catalogue.ts'
import { openServer } from './server.ts'

/** Fills the database of DATABASE_URL, or an embedded one in --data, with a catalogue. Prints its size. */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '1000' },
    events: { type: 'string', default: '20000' },
    seed: { type: 'string', default: 'one' },
    data: { type: 'string', default: '.data/generated' },
  },
})
await using server = await openServer(values.data)
const database = openDatabase(server.url, { maxConnections: 4 })
try {
  const started = performance.now()
  const size = { projects: Number.parseInt(values.projects, 10), events: Number.parseInt(values.events, 10) }
  const counts = await generateCatalogue({ ...size, seed: values.seed }, database)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${counts.projects} projects, ${counts.events} events, ${counts.ships} ships in ${seconds} s`)
} finally {
  await database.destroy()
}
