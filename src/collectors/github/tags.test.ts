import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { openGithubTrial, release } from '#test/github.ts'
import { movedTags, parseTags, type Tags } from './tags.ts'

const NOW = '2026-11-18T10:00:00Z'
const tag = (name: string, sha: string) => ({ name, commit: { sha } })

test.each<[string, readonly unknown[], Tags]>([
  ['two', [tag('v2', 'bb'), tag('v1', 'aa')], { v2: 'bb', v1: 'aa' }],
  ['none', [], {}],
  ['without a commit', [{ name: 'v1' }, { name: 'v2', commit: null }], {}],
  ['without a name', [{ commit: { sha: 'aa' } }, tag('', 'aa')], {}],
  ['garbage', [null, 7, 'v1', []], {}],
])('tags: %s', (_, items, expected) => {
  expect(parseTags(items)).toEqual(expected)
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

test('case 11: a tag moved to another commit is a fact of the source, not a second ship', async () => {
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
