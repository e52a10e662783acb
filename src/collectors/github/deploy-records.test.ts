import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Scripted } from '#test/answering-server.ts'
import { type GithubTrial, githubTrialsOfFile } from '#test/github.ts'

const openGithubTrial = await githubTrialsOfFile()

const TOKEN = `0x${'4c'.repeat(20)}`
const PAGE = 'https://github.example/lumen-labs/lumen/blob/main/deployments/lum%20token.json'
const CONTENTS = '/repositories/101/contents/deployments/lum%20token.json?ref=main'

/** A file as GitHub answers it: https://docs.github.com/en/rest/repos/contents, 2026-11. */
function file(text: string, over: Record<string, unknown> = {}): Scripted {
  const content = Buffer.from(text).toString('base64').replaceAll(/.{60}/g, '$&\n')
  const row = { type: 'file', encoding: 'base64', size: text.length, path: 'deployments/lum token.json' }
  return json(200, { ...row, content, ...over })
}
function json(status: number, body: unknown): Scripted {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

let trial: GithubTrial
let answer: Scripted
beforeAll(async () => {
  trial = await openGithubTrial({ now: '2026-11-18T10:00:00.000Z', streams: ['repository'] })
  trial.override = ({ url = '' }) => (url.includes('/contents/') ? answer : undefined)
  await trial.read()
})
afterAll(() => trial[Symbol.asyncDispose]())
beforeEach(async () => {
  await trial.database.deleteFrom('claims').execute()
  await trial.database
    .updateTable('sources')
    .set({ counted: true, not_counted_reason: null, established_by: 'mutual' })
    .execute()
})

async function state(over: Record<string, unknown> = {}): Promise<void> {
  const statement = {
    id: crypto.randomUUID(),
    project_id: trial.projectId,
    kind: 'token_deploy_record',
    by: 'repository',
    statement: 'The file records the address.',
    url: PAGE,
    names: TOKEN,
    observed_at: trial.now,
    detected_at: trial.now,
  }
  await trial.database
    .insertInto('claims')
    .values({ ...statement, ...over } as never)
    .execute()
}
const checks = async () => {
  const rows = await trial.database.selectFrom('claims').select(['record_check', 'observed_at']).execute()
  return rows.map(({ record_check, observed_at }) => ({ check: record_check, observed_at }))
}

test.each<[string, Scripted, string]>([
  [
    'names the token and the chain',
    file(`{ "4663": { "LUM": "${TOKEN.toUpperCase().replace('X', 'x')}" } }`),
    'named',
  ],
  ['names the token alone', file(`{ "LUM": "${TOKEN}" }`), 'not_named'],
  ['names the chain id within another number', file(`{ "146630": "${TOKEN}" }`), 'not_named'],
  ['names another token', file(`{ "4663": "0x${'aa'.repeat(20)}" }`), 'not_named'],
  ['is empty', file(''), 'unreadable'],
  [
    'is not there',
    json(404, { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' }),
    'missing',
  ],
  ['is too large for the answer', file('', { encoding: 'none' }), 'unreadable'],
  ['is a folder', json(200, [{ type: 'file', path: 'deployments/a.json' }]), 'unreadable'],
  ['is a submodule', file('', { type: 'submodule', content: undefined }), 'unreadable'],
])('[R122] a deploy record that %s', async (_, given, outcome) => {
  await state()
  answer = given
  expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
  expect(await checks()).toEqual([
    {
      check: { outcome, source: `source:${trial.sourceId}`, at: trial.now },
      observed_at: trial.now,
    },
  ])
  expect(trial.asked.at(-1)).toBe(CONTENTS)
  expect((await trial.stream('repository'))['etag']).toEqual(expect.any(String))
})

test('[R122] a failed reading of the file leaves the last check, and fails the reading', async () => {
  await state()
  answer = file(`4663 ${TOKEN}`)
  await trial.read(6)
  const before = await checks()
  answer = json(502, { message: 'Bad gateway' })
  expect(await trial.read(6)).toEqual({ 'github.unavailable': 1 })
  expect(await checks()).toEqual(before)
  answer = file('nothing any more')
  expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
  expect(await checks()).toMatchObject([{ check: { outcome: 'not_named' } }])
})

test.each<[string, () => Promise<unknown>]>([
  ['in another repository', () => state({ url: PAGE.replace('lumen/blob', 'other/blob') })],
  ['at an address that names no file', () => state({ url: 'https://github.example/lumen-labs/lumen' })],
  ['at an address that cannot be decoded', () => state({ url: PAGE.replace('%20', '%E0%A4') })],
  ['without an address', () => state({ url: null })],
  ['that names no contract', () => state({ names: null })],
  ['of another author', () => state({ by: 'operator' })],
  ['that was withdrawn', () => state({ withdrawn_at: trial.now, withdrawn_reason: 'gone' })],
  [
    'in a repository that is only its own word',
    async () => {
      await state()
      await trial.database.updateTable('sources').set({ established_by: 'self_reported' }).execute()
    },
  ],
  [
    'in a repository that is not counted',
    async () => {
      await state()
      await trial.database
        .updateTable('sources')
        .set({ counted: false, not_counted_reason: 'a copy' })
        .execute()
    },
  ],
])('a deploy record %s is not read', async (_, arrange) => {
  answer = file(`4663 ${TOKEN}`)
  await arrange()
  const asked = trial.asked.length
  expect(await trial.read(6)).toEqual({ 'github.not_modified': 1 })
  expect(trial.asked.slice(asked).filter((path) => path.includes('contents'))).toEqual([])
  expect(await checks()).toMatchObject([{ check: null }])
})

test('[R122] a deploy record is read in a repository that was renamed, by its former name', async () => {
  await state()
  answer = file(`4663 ${TOKEN}`)
  trial.repository.fullName = 'lumen-org/core'
  expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
  expect(await checks()).toMatchObject([{ check: { outcome: 'named' } }])
  expect(await trial.facts()).toMatchObject({ fullName: 'lumen-org/core' })
})
