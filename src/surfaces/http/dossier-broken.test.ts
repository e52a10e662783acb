import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { KNOWN, runningWeek } from '#test/given/card-evidence.ts'
import { aShip, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService, type StoredToken, storeToken } from '#test/service/http-service.ts'
import { SILENT } from './metrics.ts'

const strict = await httpServiceOfFile()

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
const LISTS = {
  'some are broken': { weeks: [codeWeek, ...BROKEN, codeWeek], sound: [0, 3] },
  'all are broken': { weeks: BROKEN, sound: undefined },
}
test.each([
  ['some are broken', true],
  ['some are broken', false],
  ['all are broken', true],
  ['all are broken', false],
] as const)(
  '[R98] of the ships of a dossier %s and left out, in production: %s',
  async (name, production) => {
    const { weeks, sound } = LISTS[name]
    const counted: string[] = []
    const telemetry = {
      ...SILENT,
      leftOut: ({ operation }: { operation: string }) => counted.push(operation),
    }
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
    expect(body).not.toHaveProperty('broken')
  },
)
