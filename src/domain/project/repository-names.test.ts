import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import {
  attachedAgainAt,
  COUNTED_ELSEWHERE,
  COUNTED_ELSEWHERE_BEFORE,
  isCountedElsewhere,
  namedRepositories,
  type RecordedRepository,
} from './repository-names.ts'

const DAY = (day: number) => toInstant(`2026-11-${String(day).padStart(2, '0')}T10:00:00Z`)
const NOW = DAY(20)

type Given = Partial<RecordedRepository> & Pick<RecordedRepository, 'locator'>

/** An attached source of its own repository. It was read, and the repository's name is still its locator. */
function source(given: Given): RecordedRepository {
  return {
    id: given.locator,
    currentName: given.locator,
    formerNames: [],
    externalId: given.locator,
    attachedAt: DAY(1),
    detachedAt: null,
    notCountedReason: null,
    isMissing: false,
    ...given,
  }
}

/** A repository that was registered as a/old and is named a/new now. */
const RENAMED = source({ locator: 'a/old', currentName: 'a/new', formerNames: ['a/old'] })
const UNREAD = { externalId: null } as const
const GONE = { detachedAt: DAY(9) } as const
/** The source that a file added under the new name, before a reading showed that it is the renamed repository. */
const TWIN = source({ id: 'twin', locator: 'a/new', externalId: 'a/old', attachedAt: DAY(9) })

test.each<[string, readonly string[], readonly RecordedRepository[], Record<string, string>]>([
  ['nothing recorded', ['a/one'], [], {}],
  ['another name', ['a/two'], [source({ locator: 'a/one' })], {}],
  ['the locator', ['a/one'], [source({ locator: 'a/one' })], { 'a/one': 'a/one' }],
  ['the locator in other letters', ['A/One'], [source({ locator: 'a/one' })], { 'A/One': 'a/one' }],
  [
    'the locator of an unread source',
    ['a/one'],
    [source({ locator: 'a/one', ...UNREAD })],
    { 'a/one': 'a/one' },
  ],
  ['the former name of a renamed repository', ['a/old'], [RENAMED], { 'a/old': 'a/old' }],
  ['its current name', ['a/new'], [RENAMED], { 'a/new': 'a/old' }],
  ['its current name in other letters', ['A/NEW'], [RENAMED], { 'A/NEW': 'a/old' }],
  [
    'a name between, once it was renamed again',
    ['a/new'],
    [source({ ...RENAMED, currentName: 'a/newest', formerNames: ['a/old', 'a/new'] })],
    { 'a/new': 'a/old' },
  ],
  ['the current name of a detached source', ['a/new'], [source({ ...RENAMED, ...GONE })], {}],
  ['the locator of a detached source', ['a/old'], [source({ ...RENAMED, ...GONE })], { 'a/old': 'a/old' }],
  [
    'two repositories that changed names, by the names of the file as it was',
    ['a/old', 'a/new'],
    [RENAMED, source({ locator: 'a/new', currentName: 'a/else' })],
    { 'a/old': 'a/old', 'a/new': 'a/new' },
  ],
  [
    'a current name that a detached source of another repository had',
    ['a/new'],
    [source({ locator: 'a/new', ...GONE }), RENAMED],
    { 'a/new': 'a/old' },
  ],
  [
    'a former name that a known other repository had since',
    ['a/old'],
    [source({ ...RENAMED, locator: 'a/new' }), source({ id: 'other', locator: 'a/old', ...GONE })],
    { 'a/old': 'other' },
  ],
  [
    'a former name beside a detached source that was never read',
    ['a/old'],
    [source({ ...RENAMED, locator: 'a/new' }), source({ id: 'other', locator: 'a/old', ...GONE, ...UNREAD })],
    { 'a/old': 'a/old' },
  ],
  [
    'a later source of the same repository',
    ['a/new'],
    [source({ ...RENAMED, ...GONE }), TWIN],
    { 'a/new': 'a/old' },
  ],
  [
    'both sources of one repository',
    ['a/old', 'a/new'],
    [RENAMED, TWIN],
    { 'a/old': 'a/old', 'a/new': 'twin' },
  ],
  [
    'an unread source beside a detached one',
    ['a/new'],
    [source({ ...RENAMED, ...GONE }), source({ ...TWIN, ...UNREAD })],
    { 'a/new': 'twin' },
  ],
])('[case 24] [R49] a file names %s', (_, names, recorded, expected) => {
  const { sources, relocated } = namedRepositories(names, recorded)
  expect(Object.fromEntries([...sources].map(([name, { id }]) => [name, id]))).toEqual(expected)
  expect(relocated).toEqual([])
  const reversed = namedRepositories(names.toReversed(), recorded.toReversed())
  expect(new Map(reversed.sources)).toEqual(new Map(sources))
})

test('the former name beside the current one stands for the repository that took it', () => {
  for (const names of [
    ['a/new', 'a/old'],
    ['a/old', 'a/new'],
  ]) {
    const { sources, relocated } = namedRepositories(names, [RENAMED])
    expect([...sources]).toEqual([['a/new', RENAMED]])
    expect(relocated).toEqual([{ id: 'a/old', locator: 'a/new' }])
  }
})

test('a detached source that was never read changes places, and stands for the other repository', () => {
  const placed = source({ ...TWIN, ...GONE, ...UNREAD })
  const { sources, relocated } = namedRepositories(['a/new', 'a/old'], [RENAMED, placed])
  expect([...sources]).toEqual([
    ['a/new', RENAMED],
    ['a/old', placed],
  ])
  expect(relocated).toEqual([
    { id: 'a/old', locator: 'a/new' },
    { id: 'twin', locator: 'a/old' },
  ])
})

test.each(['a/old', 'another'])(
  'a detached source of the repository %s makes room, and keeps it',
  (externalId) => {
    const placed = source({ ...TWIN, ...GONE, externalId })
    const { sources, relocated } = namedRepositories(['a/new', 'a/old'], [RENAMED, placed])
    expect([...sources]).toEqual([['a/new', RENAMED]])
    expect(relocated).toEqual([
      { id: 'a/old', locator: 'a/new' },
      { id: 'twin', locator: 'a/new@twin' },
    ])
  },
)

const gone = source({ ...RENAMED, ...GONE })
test.each<[string, RecordedRepository, readonly RecordedRepository[], string]>([
  ['never detached', RENAMED, [], DAY(1)],
  ['nothing of the repository since', gone, [source({ locator: 'a/other' })], NOW],
  ['another source from the moment it was detached', gone, [TWIN], DAY(1)],
  ['another source with a gap', gone, [source({ ...TWIN, attachedAt: DAY(12) })], DAY(12)],
  ['another source that is detached too', gone, [source({ ...TWIN, ...GONE })], NOW],
  ['an unread source', gone, [source({ ...TWIN, ...UNREAD })], NOW],
  [
    'sources that were both never read',
    source({ ...gone, ...UNREAD }),
    [source({ ...TWIN, ...UNREAD })],
    NOW,
  ],
])('a source that returns, %s, is attached since then', (_, returning, others, expected) => {
  expect(attachedAgainAt(returning, { recorded: [returning, ...others], now: NOW })).toBe(expected)
})

test.each([
  [COUNTED_ELSEWHERE, true],
  [COUNTED_ELSEWHERE_BEFORE, true],
  ['It is a fork.', false],
  [null, false],
])('a source that does not count for the reason %j counts for another project: %s', (reason, expected) => {
  expect(isCountedElsewhere(reason)).toBe(expected)
})
