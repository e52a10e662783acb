import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import type { Collector } from './collector.ts'
import { type HttpDeps, openHttp } from './http.ts'
import { runDue } from './run-due.ts'

const start = toInstant('2026-11-20T10:00:00Z')
/** Two addresses of one site, which two projects name, and another site. */
const LOCATORS = ['https://lumen.example', 'https://www.lumen.example/about', 'https://other.example']
const { database } = await fileDatabase()

test('a host that limits one reading has no other reading until the limit ends', async () => {
  for (const locator of LOCATORS) await storeProject({ kind: 'website', locator }, database)
  let read: string[] = []
  const collector = (stream: string): Collector<HttpDeps> => ({
    kind: 'website',
    stream,
    provider: 'site',
    cadenceSeconds: 24 * 3600,
    coverage: 'present_state',
    async collect({ locator }, { clock }) {
      read.push(locator)
      if (locator === 'https://other.example' || clock() !== start) return { outcome: 'fresh' }
      const coolOffUntil = addMs(start, HOUR_MS)
      return { outcome: 'rate_limited', detail: 'limited (429)', limit: 'stream', coolOffUntil }
    },
  })
  const collectors = ['token_naming', 'declarations'].map(collector)
  await inTransaction(database, (writer) => ensureStreams({ specs: collectors }, writer))
  const readAt = async (now: Instant) => {
    read = []
    const clock = () => now
    await using http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
    const reportBug = ({ error }: { error: unknown }) => {
      throw error
    }
    await runDue({ now }, { database, collectors, world: { http, clock }, reportBug })
    return [read.filter((locator) => /lumen/.test(locator)).length, read.length]
  }
  expect(await readAt(start)).toEqual([1, 3])
  expect(await readAt(addMs(start, HOUR_MS - 1))).toEqual([0, 0])
  expect(await readAt(addMs(start, HOUR_MS))).toEqual([4, 4])
})
