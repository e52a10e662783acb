import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import type { Collector } from './collector.ts'
import { type HttpDeps, openHttp } from './http.ts'
import { runDue } from './run-due.ts'

const now = toInstant('2026-11-20T10:00:00Z')
const clock = () => now
/** Two addresses of one site, which two projects name, and another site. */
const LOCATORS = ['https://lumen.example', 'https://www.lumen.example/about', 'https://other.example']
const LUMEN = /lumen\.example/
const { database } = await fileDatabase()

test('[R96] a host is read by one reading at a time, and everything due is still read in the run', async () => {
  for (const locator of LOCATORS) await storeProject({ kind: 'website', locator }, database)
  const running = { lumen: 0, other: 0 }
  const most = { lumen: 0, other: 0 }
  const read: string[] = []
  const started = { lumen: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() }
  const collector = (stream: string): Collector<HttpDeps> => ({
    kind: 'website',
    stream,
    provider: 'site',
    cadenceSeconds: 3600,
    coverage: 'present_state',
    /** Waits for a reading of the other host, so that both hosts are read at once. */
    async collect({ locator }) {
      const host = LUMEN.test(locator) ? 'lumen' : 'other'
      running[host] += 1
      most[host] = Math.max(most[host], running[host])
      started[host].resolve()
      await started[host === 'lumen' ? 'other' : 'lumen'].promise
      running[host] -= 1
      read.push(`${stream} ${locator}`)
      return { outcome: 'fresh' }
    },
  })
  const collectors = ['token_naming', 'declarations'].map(collector)
  await inTransaction(database, (writer) => ensureStreams({ specs: collectors }, writer))
  await using http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
  const reportBug = ({ error }: { error: unknown }) => {
    throw error
  }
  const counts = await runDue({ now }, { database, collectors, world: { http, clock }, reportBug })
  expect(counts).toEqual({ 'site.fresh': 6 })
  expect(new Set(read).size).toBe(6)
  expect(most).toEqual({ lumen: 1, other: 1 })
})
