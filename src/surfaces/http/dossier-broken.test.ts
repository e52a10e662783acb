import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { KNOWN, runningWeek } from '#test/card-evidence.ts'
import { type HttpService, NOW, openHttpService, type StoredToken, storeToken } from '#test/http-service.ts'
import { aShip, aSource } from '#test/records.ts'
import { SILENT } from './metrics.ts'

let strict: HttpService
beforeAll(async () => {
  strict = await openHttpService()
})
afterAll(() => strict[Symbol.asyncDispose]())

/** Stores code weeks of a project, the newest first, and returns their evidence ids. */
async function storeWeeks(of: StoredToken, weeks: readonly unknown[]): Promise<readonly string[]> {
  const source = await aSource({ project_id: of.projectId }, strict.database)
  const own = { project_id: of.projectId, source_id: String(source.id) }
  const ids: string[] = []
  for (const [index, codeWeek] of weeks.entries()) {
    const row = { kind: 'code_week', precision: 'WINDOW', occurred_at: addMs(NOW, -index * 1000) }
    const ship = await aShip({ ...own, ...row, facts: JSON.stringify({ codeWeek }) }, strict.database)
    ids.push(ship.evidence)
  }
  return ids
}

const { codeWeek } = runningWeek
const BROKEN = [{ weekStart: 'never' }, { ...codeWeek, humanCommits: -1 }]
test.each([
  { production: true, weeks: [codeWeek, ...BROKEN, codeWeek], sound: [0, 3] },
  { production: false, weeks: [codeWeek, ...BROKEN, codeWeek], sound: [0, 3] },
  { production: true, weeks: BROKEN, sound: undefined },
  { production: false, weeks: BROKEN, sound: undefined },
])('R98: broken ships are left out of a dossier, logged and counted: %j', async (row) => {
  const { production, weeks, sound } = row
  const counted: string[] = []
  const telemetry = { ...SILENT, leftOut: ({ operation }: { operation: string }) => counted.push(operation) }
  const { database } = strict
  await using service = await openHttpService({ database, production, telemetry })
  const token = await storeToken({ evidence: KNOWN }, database)
  const ids = await storeWeeks(token, weeks)
  const { status, body } = await service.get(`/api/projects/${token.slug}`)
  expect(status).toBe(200)
  const shown = body['newestShips'] as readonly Record<string, unknown>[] | undefined
  expect(shown?.map(({ evidenceId }) => evidenceId)).toEqual(sound?.map((place) => ids[place]))
  expect([counted, service.errors.length]).toEqual([['project', 'project'], 2])
  expect(body).toMatchObject({ slug: token.slug, sources: [{ counted: true }] })
})
