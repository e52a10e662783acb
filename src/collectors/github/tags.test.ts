import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { movedTags, parseTags, type Tags } from './tags.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00Z'
const tag = (name: string, sha: string) => ({ name, commit: { sha } })

test.each<[string, readonly unknown[], Tags, number]>([
  ['two', [tag('v2', 'bb'), tag('v1', 'aa')], { v2: 'bb', v1: 'aa' }, 0],
  ['none', [], {}, 0],
  ['without a commit', [{ name: 'v1' }, { name: 'v2', commit: null }, tag('v3', 'cc')], { v3: 'cc' }, 2],
  ['without a name', [{ commit: { sha: 'aa' } }, tag('', 'aa')], {}, 2],
  ['garbage', [null, 7, 'v1', []], {}, 4],
])('[R31] tags: %s', (_, items, tags, unread) => {
  expect(parseTags(items)).toEqual({ tags, unread })
})

test.each<[string, Tags, Tags, readonly string[]]>([
  ['first reading: a baseline', {}, { v1: 'aa' }, []],
  ['unchanged', { v1: 'aa' }, { v1: 'aa' }, []],
  ['moved', { v1: 'aa', v2: 'bb' }, { v1: 'cc', v2: 'bb' }, ['v1']],
  ['a new tag', { v1: 'aa' }, { v1: 'aa', v2: 'aa' }, []],
  ['a deleted tag', { v1: 'aa' }, {}, []],
  ['a tag with the name of a property', {}, { constructor: 'aa' }, []],
])('moved tags: %s', (_, before, after, expected) => {
  const moved = movedTags({ before, after, seenAt: toInstant(NOW) })
  expect(moved.map((move) => move.tag)).toEqual(expected)
})

test('[case 11] a tag moved to another commit is a fact of the source, not a second ship', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['tags', 'releases'] },
    { releases: [release(1)], tags: [tag('v1.1.0', 'aa')] },
  )
  await trial.read()
  trial.repository.tags = [tag('v1.1.0', 'bb')]
  await trial.read(6)
  const first = { tag: 'v1.1.0', from: 'aa', to: 'bb', seenAt: trial.now }
  expect(await trial.facts()).toMatchObject({ movedTags: [first] })
  expect(await trial.ships()).toHaveLength(1)
  trial.repository.tags = [tag('v1.1.0', 'cc')]
  await trial.read(6)
  expect(await trial.facts()).toMatchObject({
    movedTags: [first, { from: 'bb', to: 'cc', seenAt: trial.now }],
  })
})

test('[R34] 1,700 tags are read over several readings, and a moved one is noticed among them', async () => {
  const all = Array.from({ length: 1700 }, (_, n) => tag(`v${n}`, `a${n}`))
  await using trial = await openGithubTrial({ now: NOW, streams: ['tags'] }, { tags: all })
  for (const _ of [1, 2]) await trial.read(0.01)
  expect(await tagCount(trial)).toBe(1700)
  expect(await trial.read(1)).toEqual({})
  trial.repository.tags = [tag('v1700', 'b'), ...all.with(1650, tag('v1650', 'moved'))]
  await trial.read(6)
  await trial.read(0.01)
  expect(await tagCount(trial)).toBe(1701)
  expect(await trial.facts()).toMatchObject({ movedTags: [{ tag: 'v1650', to: 'moved' }] })
})

test('[R34] tags before a part that fails are kept, and the next reading goes on there', async () => {
  const all = Array.from({ length: 350 }, (_, n) => tag(`v${n}`, `a${n}`))
  await using trial = await openGithubTrial({ now: NOW, streams: ['tags'] }, { tags: all })
  trial.override = ({ url = '' }) => (url.includes('&page=3') ? { status: 502, body: '' } : undefined)
  expect(await trial.read()).toEqual({ 'github.unavailable': 1 })
  expect(await tagCount(trial)).toBe(200)
  trial.override = () => undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await tagCount(trial)).toBe(350)
  expect(trial.asked.filter((path) => path.endsWith('/tags?per_page=100'))).toHaveLength(1)
})

test('a tag that moves on the second part is seen within a day, although the first part is the same', async () => {
  const all = Array.from({ length: 150 }, (_, n) => tag(`v${n}`, `a${n}`))
  await using trial = await openGithubTrial({ now: NOW, streams: ['tags'] }, { tags: all })
  await trial.read()
  trial.repository.tags = all.with(120, tag('v120', 'moved'))
  expect(await trial.read(6)).toEqual({ 'github.not_modified': 1 })
  expect(await trial.read(18)).toEqual({ 'github.fresh': 1 })
  expect(await trial.facts()).toMatchObject({ movedTags: [{ tag: 'v120', from: 'a120', to: 'moved' }] })
})

async function tagCount(trial: GithubTrial): Promise<number> {
  const { position } = (await trial.stream('tags')) as { position: { tags: Tags } }
  return Object.keys(position.tags).length
}
