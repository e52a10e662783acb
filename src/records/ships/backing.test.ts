import { expect, test } from 'vitest'
import { EstablishedBy } from '#contract/enums.ts'
import { toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { saveCatalogueSources } from '#records/project/catalogue.ts'
import { aShip, aSource, storedCounting } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { saveBacking } from './backing.ts'
import { saveShips } from './ships.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const LINK = { mutualLink: { homepage: 'https://lumen.example', link: 'github.com/lumen-labs/lumen' } }
const EXPECTED: Readonly<Record<EstablishedBy, readonly [unread: string, read: string]>> = {
  mutual: ['source-linked', 'source-verified'],
  deployer_signature: ['source-linked', 'source-linked'],
  site_link: ['source-linked', 'source-linked'],
  repository_homepage: ['source-linked', 'source-linked'],
  operator_review: ['source-linked', 'source-linked'],
  token_identity: ['source-linked', 'source-linked'],
  self_reported: ['self-reported', 'self-reported'],
}
const CASES = EstablishedBy.enum.flatMap((by) => [
  { by, links: 'not read', facts: {}, expected: EXPECTED[by][0] },
  { by, links: 'read', facts: LINK, expected: EXPECTED[by][1] },
])

const { database } = await fileDatabase()
const { projectId } = await storeProject({ kind: 'website', locator: 'https://lumen.example' }, database)
const backingOf = async (sourceId: string) => {
  const rows = await database
    .selectFrom('ships')
    .select('backing')
    .where('source_id', '=', sourceId)
    .execute()
  return rows.map(({ backing }) => backing)
}

test.each(CASES)(
  '[R25] a ship of a source established by $by, links $links: $expected [contract ship backing self-reported|source-linked|source-verified]',
  async ({ by, facts, expected }) => {
    const source = await aSource({ project_id: projectId, established_by: by, facts }, database)
    const draft = {
      projectId,
      sourceId: source.id,
      naturalKey: `github:${source.id}`,
      kind: 'release',
      title: 'v1',
      url: null,
      version: null,
      occurredAt: NOW,
      precision: 'EXACT',
      dimension: null,
      facts: {},
    } as const
    await inTransaction(database, (writer) => saveShips({ ships: [draft], now: NOW }, writer))
    expect(await backingOf(source.id)).toEqual([expected])
  },
)

test('the backing of ships follows how their source is established now; ships of other sources are unchanged', async () => {
  const stored = { project_id: projectId, established_by: 'mutual', facts: LINK } as const
  const [source, other] = [await aSource(stored, database), await aSource(stored, database)]
  for (const { id } of [source, other]) await aShip({ project_id: projectId, source_id: id }, database)
  await database
    .updateTable('sources')
    .set({ established_by: 'self_reported', ...storedCounting('self_reported') })
    .execute()
  await inTransaction(database, (writer) => saveBacking({ sourceIds: [source.id] }, writer))
  expect(await backingOf(source.id)).toEqual(['self-reported'])
  expect(await backingOf(other.id)).toEqual(['source-verified'])
})

test('a source that the catalogue establishes in another way has the new backing in the same transaction', async () => {
  const kind = 'github_repository' as const
  const own = await storeProject({ kind, locator: 'lumen-labs/lumen' }, database)
  await aShip({ project_id: own.projectId, source_id: own.sourceId }, database)
  const establish = async (establishedBy: EstablishedBy) => {
    const { counted, not_counted_reason: notCountedReason = null } = storedCounting(establishedBy)
    const stated = {
      id: own.sourceId,
      projectId: own.projectId,
      kind,
      locator: 'lumen-labs/lumen',
      establishedBy,
      establishedUrl: null,
      establishedOn: null,
      establishedStatement: null,
      counted,
      notCountedReason,
      attachedAt: NOW,
    }
    await inTransaction(database, (writer) =>
      saveCatalogueSources({ projectIds: [own.projectId], stated: [stated], now: NOW }, writer),
    )
    return backingOf(own.sourceId)
  }
  expect(await establish('self_reported')).toEqual(['self-reported'])
  expect(await establish('site_link')).toEqual(['source-linked'])
  expect(await establish('self_reported')).toEqual(['self-reported'])
})

test('without a source nothing is saved', async () => {
  const { id } = await aSource({ project_id: projectId, established_by: 'mutual', facts: LINK }, database)
  await aShip({ project_id: projectId, source_id: id }, database)
  await database.updateTable('sources').set({ established_by: 'self_reported' }).execute()
  await inTransaction(database, (writer) => saveBacking({ sourceIds: [] }, writer))
  expect(await backingOf(id)).toEqual(['source-verified'])
})
