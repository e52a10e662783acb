import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { REPORTED_MONTH, storeMonthlyReport } from '#test/given/monthly-report.ts'
import { cachedAnswersOf } from '#test/service/cached-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'

const listening = await listeningServiceOfFile()
const { twice, shared } = cachedAnswersOf(listening)
let stored: StoredToken
let other: StoredToken
const sourceId = randomUUID()
beforeAll(async () => {
  await storeMonthlyReport(listening.service.database)
  stored = await storeToken({ evidence: KNOWN, name: 'Lümen' }, listening.service.database)
  other = await storeToken({ evidence: KNOWN }, listening.service.database)
  await listening.service.database
    .insertInto('sources')
    .values({
      id: sourceId,
      project_id: stored.projectId,
      kind: 'token',
      locator: stored.address,
      established_by: 'token_identity',
      counted: true,
      attached_at: NOW,
    })
    .execute()
})

const FORMS: readonly [string, Record<string, string>][] = [
  ['as JSON', {}],
  ['as text', { accept: 'text/plain' }],
  ['as Markdown', { accept: 'text/markdown' }],
  ['by zstd', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
  ['by brotli', { 'accept-encoding': 'gzip, deflate, br' }],
  ['by gzip', { 'accept-encoding': 'gzip;q=0.5, br;q=0' }],
  ['to an integration', { 'x-svc-integration': 'alice' }],
  ['with a strange Accept', { accept: ';;,/,*/*;q=2' }],
]
const shareable = Object.values<Operation>(OPERATIONS).filter(({ cacheable }) => cacheable === 'shared')
const queries: Partial<Record<string, string>> = {
  suggest: '?q=lumen',
  agentCapability: '?contract=',
  scan: '?token=',
  builder: '?token=',
  diff: '?from=2026-11-01&to=2026-11-18',
}
const addressed = ({ name, path }: Operation) => {
  const filled = path
    .replace('{slug}', stored.slug)
    .replace('{capability}', 'unknowns')
    .replace('{chainId}', '4663')
    .replace('{address}', stored.address)
    .replace('{month}', REPORTED_MONTH)
    .replace('{id}', `source:${sourceId}`)
  if (name === 'compare') return `${filled}?slugs=${stored.slug},${other.slug}`
  const query = queries[name] ?? ''
  return query.endsWith('=') ? `${filled}${query}${stored.address}` : `${filled}${query}`
}

test.each(shareable.flatMap((operation) => FORMS.map(([form, headers]) => ({ operation, form, headers }))))(
  '$operation.path $form: a cached answer is the computed one',
  async ({ operation, headers }) => {
    const path = addressed(operation)
    for (const method of ['GET', 'HEAD']) {
      listening.cache.drop()
      const { first, second, isHit } = await twice(path, { headers, method })
      expect([second.status, shared(second), second.bytes]).toEqual([
        first.status,
        shared(first),
        first.bytes,
      ])
      expect([first.status, isHit]).toEqual([200, true])
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      const asked = { method, headers: { ...headers, 'if-none-match': String(first.headers.etag) } }
      const unchanged = await listening.send(path, asked)
      listening.cache.drop()
      const computed = await listening.send(path, asked)
      expect([unchanged.status, shared(unchanged)]).toEqual([304, shared(computed)])
      expect(unchanged.headers).not.toHaveProperty('content-length')
    }
  },
)
