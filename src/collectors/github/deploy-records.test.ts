import { beforeEach, expect, test } from 'vitest'
import { storedCounting } from '#test/given/records.ts'
import { githubTrialsOfFile } from '#test/providers/github.ts'
import { answerNamed, recordedAnswers } from '#test/providers/recorded.ts'
import { forFile } from '#test/run/for-file.ts'
import type { Scripted } from '#test/servers/answering-server.ts'

const recorded = await recordedAnswers('github')
const answerOf = (name: string) => answerNamed(name, recorded)
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

let answer: Scripted
const trial = await forFile(openGithubTrial({ now: '2026-11-18T10:00:00.000Z', streams: ['repository'] }))
await trial.read()
beforeEach(async () => {
  trial.override = ({ url = '' }) => (url.includes('/contents/') ? answer : undefined)
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

const lastDetail = async () => {
  const readings = await trial.database.selectFrom('readings').selectAll().orderBy('attempted_at').execute()
  return readings.at(-1)?.detail
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
  ['is not there', answerOf('not-found'), 'missing'],
  ['is in a repository that is empty now', answerOf('contents-of-empty-repository'), 'missing'],
  ['is too large to be answered', answerOf('file-too-large'), 'unreadable'],
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

test.each(['server-error', 'nginx-not-found', 'kong-not-found', 'blocked-by-dmca', 'forbidden-page'])(
  '[R122] a reading of the file that is answered with %s leaves its last check, and the repository is read',
  async (name) => {
    await state()
    answer = file(`4663 ${TOKEN}`)
    await trial.read(6)
    const before = await checks()
    answer = answerOf(name)
    trial.repository.homepage = `https://${name}.example`
    expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
    expect(await trial.facts()).toMatchObject({ homepage: `https://${name}.example` })
    expect(await checks()).toEqual(before)
    expect(await lastDetail()).toBe('1 deploy record could not be read')
    answer = file('nothing any more')
    expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
    expect(await checks()).toMatchObject([{ check: { outcome: 'not_named' } }])
  },
)

test('[R122] of two files the one that can be read is checked', async () => {
  await state()
  await state({ url: PAGE.replace('main', 'v1') })
  trial.override = ({ url = '' }) => {
    if (!url.includes('/contents/')) return undefined
    return url.endsWith('ref=v1') ? file(`4663 ${TOKEN}`) : answerOf('server-error')
  }
  expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
  const outcomes = (await checks()).map(({ check }) => (check as { outcome?: unknown } | null)?.outcome)
  expect(outcomes.toSorted()).toEqual(['named', undefined])
})

test('[R122] a rate limit at the file is a rate limit of the reading', async () => {
  await state()
  answer = answerOf('secondary-limit')
  trial.repository.homepage = 'https://limited.example'
  expect(await trial.read(6)).toEqual({ 'github.rate_limited': 1 })
  expect(await trial.facts()).not.toMatchObject({ homepage: 'https://limited.example' })
})

/** The stand-in has the file at one ref; a ref of any other name is gone. */
function fileAt(ref: string, found: Scripted): void {
  trial.override = ({ url = '' }) => {
    if (!url.includes('/contents/')) return undefined
    return url.endsWith(`ref=${encodeURIComponent(ref)}`) ? found : answerOf('ref-gone')
  }
}

test.each<[string, string, string, readonly string[]]>([
  ['release/v1', 'release/v1/4663/lum.json', 'named', ['release', 'release/v1']],
  ['refs/heads/v1', 'refs/heads/v1/4663/lum.json', 'named', ['refs', 'refs/heads', 'refs/heads/v1']],
  ['gone', 'v1/lum.json', 'missing', ['v1']],
  ['gone', 'v1/4663/a/b/lum.json', 'missing', ['v1', 'v1/4663', 'v1/4663/a']],
])('[R122] a file at %s, of the page blob/%s, is %s', async (ref, page, outcome, refs) => {
  await state({ url: `https://github.example/lumen-labs/lumen/blob/${page}` })
  fileAt(ref, file(TOKEN))
  const before = trial.asked.length
  expect(await trial.read(6)).toEqual({ 'github.fresh': 1 })
  expect(await checks()).toMatchObject([{ check: { outcome } }])
  const asked = trial.asked.slice(before).filter((path) => path.includes('/contents/'))
  expect(asked.map((path) => new URLSearchParams(path.split('?')[1]).get('ref'))).toEqual(refs)
})

test('[R122] a file that a branch does not have is looked for at no longer name', async () => {
  await state({ url: 'https://github.example/lumen-labs/lumen/blob/release/v1/lum.json' })
  fileAt('release', answerOf('not-found'))
  const before = trial.asked.length
  await trial.read(6)
  expect(await checks()).toMatchObject([{ check: { outcome: 'missing' } }])
  expect(trial.asked.slice(before).filter((path) => path.includes('/contents/'))).toHaveLength(1)
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
      await trial.database
        .updateTable('sources')
        .set({ established_by: 'self_reported', ...storedCounting('self_reported') })
        .execute()
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
