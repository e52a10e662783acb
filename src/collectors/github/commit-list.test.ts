import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { commit } from '#test/providers/github.ts'
import { parseCommit } from './commit-list.ts'
import { cutAfter, sinceOf } from './commits-checkpoint.ts'

const AT = '2026-11-18T10:00:00.000Z'
const SHA = 'ab'.padEnd(40, '0')

test.each<[string, unknown, unknown]>([
  [
    'as listed',
    commit('ab', AT),
    {
      sha: SHA,
      subject: 'Change ab',
      authorLogin: 'ada',
      authorType: 'User',
      authorName: 'Ada',
      committedAt: AT,
      parents: 1,
      work: 'not_read',
      url: `https://github.example/lumen-labs/lumen/commit/${SHA}`,
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
  ['without a word on its parents', commit('ab', AT, { parents: undefined }), undefined],
  ['the first of a repository', commit('ab', AT, { parents: [] }), { parents: 0 }],
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

const place = { since: toInstant('2026-10-26T00:00:00Z'), isUnfinished: false }
/** The position, the last good reading, the Monday from which commits are listed, and the time if it is not `AT`. */
test.each<[string, typeof place | undefined, string | null, string, string?]>([
  ['the first reading: 120 days, from a Monday', undefined, null, '2026-07-20'],
  ['[R117] nine whole weeks, all that a rule counts', place, '2026-11-18T09:00:00.000Z', '2026-09-14'],
  ['on a Monday morning', place, '2026-11-15T23:00:00.000Z', '2026-09-14', '2026-11-16T00:00:00.000Z'],
  ['after an outage: from the last good reading', place, '2026-09-10T10:00:00.000Z', '2026-09-07'],
  [
    'after a walk that was given up: from its start',
    { since: toInstant('2026-07-20T00:00:00Z'), isUnfinished: true },
    '2026-11-18T09:00:00.000Z',
    '2026-07-20',
  ],
])('since: %s', (_, position, lastOkAt, monday, now = AT) => {
  const input = { position, lastOkAt: lastOkAt === null ? null : toInstant(lastOkAt), now: toInstant(now) }
  expect(sinceOf(input)).toBe(`${monday}T00:00:00.000Z`)
})

test.each<[string, readonly string[], object]>([
  [
    'inside an earlier week: that week is read again from its end',
    ['2026-11-10T10:00:00Z', '2026-11-09T10:00:00Z'],
    { week: '2026-11-09', isMinimum: false, until: '2026-11-15T23:59:59.999Z' },
  ],
  [
    'inside its newest week: what was listed is its minimum',
    ['2026-11-17T10:00:00Z', '2026-11-16T10:00:00Z'],
    { week: '2026-11-16', isMinimum: true, until: '2026-11-15T23:59:59.999Z' },
  ],
  [
    'after one commit dated far too early: by the middle one',
    ['2026-11-10T10:00:00Z', '2026-11-10T09:00:00Z', '1999-01-01T00:00:00Z'],
    { week: '2026-11-09', isMinimum: false },
  ],
  ['among commits dated in the future', ['2031-01-01T00:00:00Z'], { week: '2026-11-16', isMinimum: true }],
  ['before any commit', [], { week: '2026-11-16', isMinimum: true }],
])('[R34] a listing cut %s', (_, dates, expected) => {
  expect(cutAfter(dates.map(toInstant), toInstant(AT))).toMatchObject(expected)
})
