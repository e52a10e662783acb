import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { aClaim } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  getStatements,
  type StatementDraft,
  saveStatements,
  statementUuid,
  withdrawMissingStatements,
} from './statements.ts'
import { getTokenAddresses, getTokensOfSource } from './tokens.ts'

const home = 'https://lumen.example'
const page = 'https://lumen.example/token'
const monday = toInstant('2026-11-16T00:00:00Z')
const tuesday = toInstant('2026-11-17T00:00:00Z')
const { database } = await fileDatabase()

async function project() {
  const stored = await storeProject({ kind: 'website', locator: home }, database)
  const token = `0x${stored.projectId.replaceAll('-', '')}00000000` as ContractAddress
  const statement = (change: Partial<StatementDraft>): StatementDraft => ({
    projectId: stored.projectId,
    kind: 'token_named',
    by: 'site',
    statement: 'The site names the contract.',
    url: home,
    statedOn: null,
    names: token,
    observedAt: monday,
    sourceId: stored.sourceId,
    ...change,
  })
  return {
    stored,
    statement,
    save: (...statements: readonly StatementDraft[]) =>
      inTransaction(database, (writer) => saveStatements(statements, writer)),
    withdraw: (urls: readonly string[], except: readonly string[]) =>
      inTransaction(database, (writer) =>
        withdrawMissingStatements(
          { sourceId: stored.sourceId, urls, except, reason: 'no longer stated', now: tuesday },
          writer,
        ),
      ),
    recorded: () => getOfProject({ projectId: stored.projectId, get: getStatements }, database),
  }
}

test('a statement read twice is one statement with the later observation and the first date', async () => {
  const { stored, statement, save, recorded } = await project()
  await save(statement({ statedOn: '2026-11-01' as CalendarDate }))
  await save(statement({ observedAt: tuesday }), statement({ observedAt: tuesday }))
  const expected = {
    ...statement({ observedAt: tuesday, statedOn: '2026-11-01' as CalendarDate }),
    sourceId: stored.evidenceId,
    signature: null,
    record: null,
    withdrawn: null,
  }
  const id = statementUuid(statement({}))
  expect(await recorded()).toEqual([{ ...expected, id: `claim:${id}` }])
})

test('a reading that ends late does not set the observation of a statement back', async () => {
  const { statement, save, recorded } = await project()
  await save(statement({ observedAt: tuesday }))
  await save(statement({ observedAt: monday }))
  expect(await recorded()).toMatchObject([{ observedAt: tuesday }])
})

test('statements of another kind, page or contract are separate statements', async () => {
  const { statement } = await project()
  const other = '0x00000000000000000000000000000000000000b2' as ContractAddress
  const keys = [
    statement({}),
    statement({ kind: 'other_token_named' }),
    statement({ url: page }),
    statement({ names: other }),
  ]
  expect(new Set(keys.map(statementUuid)).size).toBe(keys.length)
})

test('withdraws a statement that its page no longer makes; other pages, sources and quotations stand', async () => {
  const { statement, save, withdraw, recorded } = await project()
  const repeated = statement({ kind: 'utility' })
  const quoted = statement({ kind: 'launch', sourceId: null })
  await save(statement({}), repeated, statement({ url: page }), quoted)
  await withdraw([home], [statementUuid(repeated)])
  const rows = await recorded()
  const standing = rows.filter(({ withdrawn }) => withdrawn === null).map(({ kind, url }) => [kind, url])
  expect(standing.toSorted()).toEqual([
    ['launch', home],
    ['token_named', page],
    ['utility', home],
  ])
  expect(rows.find(({ withdrawn }) => withdrawn !== null)?.withdrawn).toEqual({
    at: tuesday,
    reason: 'no longer stated',
  })
  await save(statement({ observedAt: tuesday }))
  expect((await recorded()).map(({ withdrawn }) => withdrawn)).toEqual(Array(4).fill(null))
})

test('claims are listed by when they were last observed, then by id', async () => {
  const { statement, save, recorded } = await project()
  const urls = Array.from({ length: 6 }, (_, n) => `${home}/${n}`)
  const earlier = urls.map((url) => statement({ url }))
  const later = urls.map((url) => statement({ url: `${url}/later`, observedAt: tuesday }))
  await save(...later, ...earlier)
  const ids = (statements: readonly StatementDraft[]) =>
    statements.map((one) => `claim:${statementUuid(one)}`).toSorted()
  expect((await recorded()).map(({ id }) => id)).toEqual([...ids(earlier), ...ids(later)])
})

test('narratives and security items have evidence ids of their own prefix', async () => {
  const { stored, statement, save, recorded } = await project()
  await aClaim({ project_id: stored.projectId, kind: 'narrative' }, database)
  await save(statement({ kind: 'security' }), statement({ kind: 'builder' }))
  const prefixes = new Map((await recorded()).map(({ kind, id }) => [kind, id.split(':')[0]]))
  expect(Object.fromEntries(prefixes)).toEqual({
    narrative: 'narrative',
    security: 'security',
    builder: 'claim',
  })
})

test('saves an empty list without a statement', async () => {
  const { save, recorded } = await project()
  await save()
  expect(await recorded()).toEqual([])
})

test.each([
  ['operator_review', true],
  ['mutual', true],
  ['self_reported', false],
] as const)('a source established by %s speaks for the token: %s', async (establishedBy, speaks) => {
  const address = `0x${establishedBy.length.toString(16).padStart(40, '0')}` as ContractAddress
  const { projectId, sourceId } = await storeProject(
    { kind: 'website', locator: home, establishedBy, token: { address } },
    database,
  )
  expect(await getTokensOfSource({ sourceId }, database)).toEqual(speaks ? [address] : [])
  expect(await getTokenAddresses({ projectId }, database)).toEqual([address])
})

test('a source of a project without a token has no token contracts', async () => {
  const { sourceId } = await storeProject({ kind: 'website', locator: home }, database)
  expect(await getTokensOfSource({ sourceId }, database)).toEqual([])
})
