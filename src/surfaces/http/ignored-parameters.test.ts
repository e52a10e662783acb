import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { KNOWN } from '#test/card-evidence.ts'
import { listeningServiceOfFile } from '#test/file-service.ts'
import { NOW, storeToken } from '#test/http-service.ts'
import { storeMonthlyReport } from '#test/monthly-report.ts'
import { answeredPaths, type ReadName } from '#test/read-requests.ts'

const listening = await listeningServiceOfFile()
let paths: Readonly<Record<ReadName, string>>
beforeAll(async () => {
  const { database } = listening.service
  await storeMonthlyReport(database)
  const { address, slug, projectId } = await storeToken({ evidence: KNOWN, name: 'Lumen' }, database)
  const other = (await storeToken({ evidence: KNOWN, name: 'Ember' }, database)).slug
  const sourceId = randomUUID()
  const own = { project_id: projectId, kind: 'token', locator: address, established_by: 'token_identity' }
  await database
    .insertInto('sources')
    .values({ id: sourceId, ...own, counted: true, attached_at: NOW })
    .execute()
  paths = answeredPaths({ address, slug, other, sourceId })
})

const reads = Object.values<Operation>(OPERATIONS).filter(({ cacheable }) => cacheable === 'shared')

/** Every name that an answer says it ignored, at any depth. */
function ignoredIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) =>
    name === 'ignoredParameters' ? (inside as readonly unknown[]) : ignoredIn(inside),
  )
}

test.each(reads)(
  '[R134] $name answers each caller with the parameters that it ignored for that caller',
  async ({ name, output }) => {
    const path = paths[name as ReadName]
    const asked = async (more: string) => {
      const { status, text } = await listening.send(`${path}${path.includes('?') ? '&' : '?'}${more}=1`)
      expect(status).toBe(200)
      return text.startsWith('{')
        ? ignoredIn(JSON.parse(text)).filter((one) => /^own-/.test(String(one)))
        : []
    }
    const names = ['own-a', 'own-b', 'own-a', 'own-b']
    const ignored: unknown[] = []
    for (const one of names) ignored.push(...(await asked(one)))
    const doesName = JSON.stringify(output).includes('"ignoredParameters"')
    expect(ignored).toEqual(doesName ? names : [])
  },
)
