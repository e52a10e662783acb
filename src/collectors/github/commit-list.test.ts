import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { commit } from '#test/github.ts'
import { parseChangedFiles, parseCommit } from './commit-list.ts'
import { type CommitsPosition, coveredFrom, sinceOf } from './commits-place.ts'

const AT = '2026-11-18T10:00:00.000Z'
const SHA = 'ab'.padEnd(40, '0')

test.each<[string, unknown, unknown]>([
  [
    'as listed',
    commit('ab', AT),
    {
      ...{ sha: SHA, subject: 'Change ab', authorLogin: 'ada', authorType: 'User', authorName: 'Ada' },
      ...{
        committedAt: AT,
        parents: 1,
        files: null,
        url: `https://github.example/lumen-labs/lumen/commit/${SHA}`,
      },
    },
  ],
  [
    'dated by its committer, not by its author',
    commit('ab', AT, {
      commit: { message: 'm', author: { date: '2001-01-01T00:00:00.000Z' }, committer: { date: AT } },
    }),
    { committedAt: AT, authorName: null },
  ],
  [
    'dated by its author without a committer',
    commit('ab', AT, { commit: { message: 'm', author: { date: AT }, committer: null } }),
    { committedAt: AT },
  ],
  ['without an account', commit('ab', AT, { author: null }), { authorLogin: null, authorType: null }],
  ['without parents', commit('ab', AT, { parents: undefined }), { parents: 0 }],
  ['a merge', commit('ab', AT, { parents: [{ sha: 'a' }, { sha: 'b' }] }), { parents: 2 }],
  ['without a message', commit('ab', AT, { commit: { committer: { date: AT } } }), { subject: '' }],
  ['without a date', commit('ab', AT, { commit: { message: 'm' } }), undefined],
  ['without a hash', commit('ab', AT, { sha: undefined }), undefined],
  ['with a relative path as hash', commit('ab', AT, { sha: '../../x' }), undefined],
  ['null', null, undefined],
])('a commit %s', (_, item, expected) => {
  if (expected === undefined) expect(parseCommit(item)).toBeUndefined()
  else expect(parseCommit(item)).toMatchObject(expected as object)
})

test.each<[string, unknown, unknown]>([
  [
    'as given',
    { files: [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a' }] },
    [{ path: 'src/a.ts', additions: 2, deletions: 1, patch: '+a' }],
  ],
  [
    'binary',
    { files: [{ filename: 'a.png', additions: 0, deletions: 0 }] },
    [{ path: 'a.png', additions: 0, deletions: 0, patch: null }],
  ],
  ['none', { files: [] }, []],
  [
    'with invalid values',
    { files: [null, {}, { filename: 'a.ts', additions: 'x' }] },
    [{ path: 'a.ts', additions: 0, deletions: 0, patch: null }],
  ],
  ['not listed: unknown', { stats: {} }, undefined],
  ['null', null, undefined],
])('changed files %s', (_, value, expected) => {
  expect(parseChangedFiles(value)).toEqual(expected)
})

const place: CommitsPosition = { since: toInstant('2026-10-26T00:00:00Z'), coversFrom: null, plain: [] }
test.each<[string, CommitsPosition | undefined, string | null, string, string]>([
  [
    'the first reading: 120 days, from a Monday',
    undefined,
    null,
    '2026-11-18T10:00:00.000Z',
    '2026-07-20T00:00:00.000Z',
  ],
  [
    'from the oldest week that can change',
    place,
    '2026-11-18T09:00:00.000Z',
    '2026-11-18T10:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
  ],
  [
    'on a Monday morning',
    place,
    '2026-11-15T23:00:00.000Z',
    '2026-11-16T00:00:00.000Z',
    '2026-10-26T00:00:00.000Z',
  ],
  [
    'after an outage: from the last good reading',
    place,
    '2026-09-30T10:00:00.000Z',
    '2026-11-18T10:00:00.000Z',
    '2026-09-28T00:00:00.000Z',
  ],
])('since: %s', (_, position, lastOkAt, now, expected) => {
  const input = { position, lastOkAt: lastOkAt === null ? null : toInstant(lastOkAt), now: toInstant(now) }
  expect(sinceOf(input)).toBe(expected)
})

const covering = {
  ...{ listed: [{ committedAt: toInstant('2026-11-10T00:00:00Z') }], complete: true, createdAt: null },
  ...{ since: toInstant('2026-11-02T00:00:00Z'), before: null, lastOkAt: null },
}
test.each<[string, Partial<Parameters<typeof coveredFrom>[0]>, string | null]>([
  ['a whole listing: back to the requested start', {}, '2026-11-02T00:00:00.000Z'],
  [
    'a younger repository: back to its creation',
    { createdAt: toInstant('2026-11-05T00:00:00Z') },
    '2026-11-05T00:00:00.000Z',
  ],
  ['truncated at the page limit: back to its oldest commit', { complete: false }, '2026-11-10T00:00:00.000Z'],
  ['truncated and empty: unknown', { complete: false, listed: [] }, null],
  [
    'joined to earlier readings: back to their start',
    { before: toInstant('2026-07-20T00:00:00Z'), lastOkAt: toInstant('2026-11-18T00:00:00Z') },
    '2026-07-20T00:00:00.000Z',
  ],
  [
    'truncated after the last good reading: the span starts again',
    {
      complete: false,
      before: toInstant('2026-07-20T00:00:00Z'),
      lastOkAt: toInstant('2026-11-09T00:00:00Z'),
    },
    '2026-11-10T00:00:00.000Z',
  ],
])('coverage of %s', (_, over, expected) => {
  expect(coveredFrom({ ...covering, ...over })).toBe(expected)
})
