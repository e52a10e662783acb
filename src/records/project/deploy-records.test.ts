import { expect, test } from 'vitest'
import { evidenceId } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getDeployRecords, saveRecordChecks } from './deploy-records.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const TOKEN = `0x${'4c'.repeat(20)}`

const { database } = await fileDatabase()

const storeCode = (name: string) =>
  storeProject({ kind: 'github_repository', locator: `labs/${name}` }, database)
async function storeRecords(
  projectId: string,
  count: number,
  by: 'repository' | 'operator' = 'repository',
): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${index}`.repeat(8) + crypto.randomUUID().slice(8))
  await database
    .insertInto('claims')
    .values(
      ids.map((id) => ({
        id,
        project_id: projectId,
        kind: 'token_deploy_record',
        by,
        names: TOKEN,
        statement: id,
        url: `https://code.example/labs/a/blob/main/${id}`,
        observed_at: NOW,
        detected_at: NOW,
      })) as never,
    )
    .execute()
  return ids
}

test('at most five deploy records of a project are read, and none of another', async () => {
  const [one, other] = await Promise.all(['one', 'other'].map(storeCode))
  const ids = await storeRecords(one?.projectId ?? '', 6)
  await storeRecords(other?.projectId ?? '', 1)
  const read = await getDeployRecords(one?.projectId ?? '', database)
  expect(read).toEqual(
    ids.slice(0, 5).map((id) => ({ id, url: `https://code.example/labs/a/blob/main/${id}`, names: TOKEN })),
  )
})

test('a deploy record that the operator states is not read', async () => {
  const { projectId } = await storeCode('stated')
  await storeRecords(projectId, 1, 'operator')
  expect(await getDeployRecords(projectId, database)).toEqual([])
})

test('a withdrawn deploy record is not read', async () => {
  const { projectId } = await storeCode('withdrawn')
  const [id = '', standing = ''] = await storeRecords(projectId, 2)
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'no longer in the catalogue' }
  await database.updateTable('claims').set(withdrawn).where('id', '=', id).execute()
  const read = await getDeployRecords(projectId, database)
  expect(read.map((record) => record.id)).toEqual([standing])
})

test('a check is saved with its statement alone, and is when the statement was last seen', async () => {
  const { projectId, sourceId } = await storeCode('saved')
  const [first = '', second = '', third = ''] = await storeRecords(projectId, 3)
  const check = { outcome: 'named', source: evidenceId('source', sourceId), at: addMs(NOW, 1000) } as const
  const missing = { ...check, outcome: 'missing', at: addMs(NOW, 2000) } as const
  const checks = [
    { id: first, check },
    { id: second, check: missing },
  ]
  await inTransaction(database, (writer) => saveRecordChecks(checks, writer))
  const rows = await database
    .selectFrom('claims')
    .select(['id', 'record_check', 'observed_at'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: first, record_check: check, observed_at: check.at },
    { id: second, record_check: missing, observed_at: missing.at },
    { id: third, record_check: null, observed_at: NOW },
  ])
})
