import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import {
  addressEntry,
  baselineOf,
  compareDeclarations,
  declare,
  linkEntry,
  pathEntry,
  type ReadPart,
  type ReadParts,
  SITE_PARTS,
  type StoredParts,
  sectionEntry,
  securityEntry,
} from './declarations.ts'

const HOME = new URL('https://lumen.example')
const [FIRST, SECOND, THIRD] = [18, 19, 20].map((day) => toInstant(`2026-11-${day}T00:00:00Z`)) as [
  ReturnType<typeof toInstant>,
  ReturnType<typeof toInstant>,
  ReturnType<typeof toInstant>,
]

test.each([
  ['https://lumen.example/docs/start', '/docs'],
  ['https://www.lumen.example/docs/', '/docs'],
  ['http://lumen.example/docs?utm_source=x#top', '/docs'],
  ['https://lumen.example/', undefined],
  ['https://lumen.example/#team', undefined],
  ['https://lumen.example/?ref=x', undefined],
  ['https://docs.lumen.example/', 'docs.lumen.example'],
  ['https://github.com/lumen-labs/lumen/releases', 'github.com/lumen-labs/lumen'],
  ['https://www.github.com/lumen-labs/lumen?tab=readme#x', 'github.com/lumen-labs/lumen'],
  ['https://x.com/lumen', 'x.com/lumen'],
  ['https://X.com/Lumen/', 'x.com/Lumen'],
  ['https://other.example:8443/a', 'other.example:8443/a'],
  ['mailto:team@lumen.example', undefined],
  ['javascript:void(0)', undefined],
  ['not an address', undefined],
])('the link %s is compared as %s', (href, expected) => {
  expect(linkEntry(href, HOME)).toBe(expected)
})

test.each([
  ['https://lumen.example/docs/start', '/docs'],
  ['https://lumen.example/about.html', '/about.html'],
  ['https://lumen.example', undefined],
  ['https://other.example/docs', undefined],
])('the sitemap address %s is in the section %s', (href, expected) => {
  expect(sectionEntry(href, HOME)).toBe(expected)
})

test.each([
  'utm_source',
  'UTM_x',
  'mtm_campaign',
  'pk_vid',
  '_ga',
  '_gl',
  'gclid',
  'dclid',
  'fbclid',
  'msclkid',
  'twclid',
  'igshid',
  'mc_cid',
  'mc_eid',
  'ref',
  'ref_src',
  'source',
])('the tracking parameter %s is no part of an address', (name) => {
  expect(addressEntry(`https://lumen.example/docs?a=1&${name}=9`)).toBe('lumen.example/docs&a=1')
})

test.each(['my_utm_source', 'a_ga', '_gab', 'gclid2', 'refs', 'xref', 'resource', 'sources'])(
  'the parameter %s is a part of an address',
  (name) => {
    expect(addressEntry(`https://lumen.example/docs?${name}=9`)).toBe(`lumen.example/docs&${name}=9`)
  },
)

test.each([
  'acknowledgments',
  'canonical',
  'contact',
  'csaf',
  'encryption',
  'hiring',
  'policy',
  'preferred-languages',
])('the field %s of security.txt is compared', (name) => {
  expect(securityEntry(name, 'x')).toBe(`${name}: x`)
})

test.each([
  ['https://lumen.example/docs/start.md', 'lumen.example/docs/start.md'],
  ['http://www.lumen.example/docs/start.md/#a', 'lumen.example/docs/start.md'],
  ['https://lumen.example/docs?utm_source=llms&b=2&a=1&gclid=9', 'lumen.example/docs&a=1&b=2'],
  ['ftp://lumen.example/docs', undefined],
])('the chosen address %s is compared as %s', (href, expected) => {
  expect(addressEntry(href)).toBe(expected)
})

test.each([
  ['Contact', ' mailto:security@lumen.example ', 'contact: mailto:security@lumen.example'],
  ['POLICY', 'https://lumen.example/policy', 'policy: https://lumen.example/policy'],
  ['Expires', '2027-06-01T00:00:00Z', undefined],
  ['Hash', 'SHA512', undefined],
])('the field %s: %s of security.txt is compared as %s', (name, value, expected) => {
  expect(securityEntry(name, value)).toBe(expected)
})

test.each([
  ['/v1/receipts/{id}/lines/{line}', '/v1/receipts/{}/lines/{}'],
  ['/v1/receipts/', '/v1/receipts'],
  ['/v1/receipts//', '/v1/receipts'],
  ['/', '/'],
])('the path %s is compared as %s', (path, expected) => {
  expect(pathEntry(path)).toBe(expected)
})

test('ignores order and repetition, and treats a too long list as unread', () => {
  expect(declare(['b', 'a', 'b'])).toEqual({ kind: 'declared', entries: ['a', 'b'] })
  expect(declare([])).toEqual({ kind: 'declared', entries: [] })
  const many = (length: number) => declare(Array.from({ length }, (_, n) => `/${n}`))
  expect(many(2000)).toMatchObject({ kind: 'declared', entries: { length: 2000 } })
  expect(many(2001)).toEqual({ kind: 'unread', reason: 'error' })
})

const unread: ReadPart = { kind: 'unread', reason: 'unavailable' }
const unchanged: ReadPart = { kind: 'unchanged' }
const nothing = Object.fromEntries(SITE_PARTS.map((part) => [part, unread])) as ReadParts
const read = (parts: Partial<ReadParts>): ReadParts => ({ ...nothing, ...parts })
const stored = (...entries: readonly string[]): StoredParts => ({ llms: { entries, readAt: FIRST } })

test.each<[string, StoredParts, Partial<ReadParts>, readonly [number, number] | null]>([
  ['one more', stored('a'), { llms: declare(['a', 'b']) }, [1, 0]],
  ['one less', stored('a', 'b'), { llms: declare(['a']) }, null],
  ['one for another', stored('a', 'b'), { llms: declare(['c', 'b']) }, null],
  ['in another order', stored('a', 'b'), { llms: declare(['b', 'a']) }, null],
  ['the document is gone', stored('a', 'b'), { llms: declare([]) }, null],
  ['the document is new', stored(), { llms: declare(['a']) }, [1, 0]],
  ['the part could not be read', stored('a'), {}, null],
  ['the part was never read before', {}, { llms: declare(['a']) }, null],
  ['the site answers that nothing changed', stored('a'), { llms: unchanged }, null],
  ['unchanged, but never read before', {}, { llms: unchanged }, null],
  [
    'in one part, another unread',
    { ...stored('a'), api: { entries: ['/v1'], readAt: FIRST } },
    { api: declare(['/v1', '/v2']) },
    [1, 0],
  ],
])('%s', (_, before, parts, expected) => {
  const { difference } = compareDeclarations({ stored: before, read: read(parts) }, SECOND)
  expect(difference === null ? null : [difference.added, difference.removed]).toEqual(expected)
})

test('sums differences over parts and gives only counts by part', () => {
  const unconfirmed = { entries: ['/shop'], readAt: SECOND }
  const before: StoredParts = { ...stored('a'), links: { entries: ['/docs'], readAt: SECOND, unconfirmed } }
  const after = read({ llms: declare(['a', 'b', 'c']), links: declare(['/blog']), api: declare(['/v1']) })
  expect(compareDeclarations({ stored: before, read: after }, THIRD)).toEqual({
    stored: {
      llms: { entries: ['a', 'b', 'c'], readAt: THIRD, changesInRow: 1 },
      links: { entries: ['/blog'], readAt: THIRD, changesInRow: 1 },
      api: { entries: ['/v1'], readAt: THIRD },
    },
    difference: {
      added: 3,
      removed: 1,
      comparedWithAt: FIRST,
      parts: {
        llms: { added: 2, removed: 0, changesInRow: 1 },
        links: { added: 1, removed: 1, changesInRow: 1 },
      },
    },
  })
})

test('compares readings across an outage with the parts stored before it', () => {
  const out = compareDeclarations({ stored: stored('a', 'b'), read: nothing }, SECOND)
  expect(out).toEqual({ stored: stored('a', 'b'), difference: null })
  const back = compareDeclarations({ stored: out.stored, read: read({ llms: declare(['a', 'b']) }) }, THIRD)
  expect(back.difference).toBeNull()
  const moved = compareDeclarations(
    { stored: out.stored, read: read({ llms: declare(['a', 'b', 'c']) }) },
    THIRD,
  )
  expect(moved.difference).toMatchObject({ added: 1, removed: 0, comparedWithAt: FIRST })
})

test('a baseline has the parts that were read and drops the others', () => {
  const before = { ...stored('a'), api: { entries: ['/v1'], readAt: FIRST } }
  expect(
    baselineOf({ stored: before, read: read({ api: unchanged, links: declare(['/docs']) }) }, SECOND),
  ).toEqual({
    api: { entries: ['/v1'], readAt: SECOND },
    links: { entries: ['/docs'], readAt: SECOND },
  })
})

/** The counts after each reading of a part that had `a` and `b`: added, removed, and the changes in a row. */
function countsAfter(readings: readonly ReadPart[]) {
  let before = stored('a', 'b')
  return readings.map((part) => {
    const compared = compareDeclarations({ stored: before, read: read({ llms: part }) }, SECOND)
    before = compared.stored
    const counts = compared.difference?.parts.llms
    return counts === undefined ? null : [counts.added, counts.removed, counts.changesInRow]
  })
}
const both = declare(['a', 'b'])

test.each<[string, readonly ReadPart[], readonly (readonly number[] | null)[]]>([
  ['that lacks everything once', [declare([]), both], [null, null]],
  [
    'that shows something else once',
    [declare(['sale']), both, declare(['a', 'b', 'c'])],
    [null, null, [1, 0, 1]],
  ],
  ['that lacks an entry twice', [declare(['a']), declare(['a'])], [null, [0, 1, 1]]],
  [
    'that lacks it at the next reading that was got',
    [declare(['a']), unread, declare(['a'])],
    [null, null, [0, 1, 1]],
  ],
  ['that the site says is still without it', [declare(['a', 'c']), unchanged], [null, [1, 1, 1]]],
  ['that is gone for good', [declare([]), declare([]), unchanged], [null, [0, 2, 1], null]],
  [
    'that lacks another one each time',
    [declare(['a']), declare(['b']), declare(['c'])],
    [null, null, [0, 1, 1]],
  ],
  ['that lacks one more each time', [declare(['a']), declare([]), declare([])], [null, [0, 1, 1], [0, 1, 2]]],
  ['that has it again, and then lacks it', [declare(['a']), both, declare(['a'])], [null, null, null]],
])('a part %s', (_, readings, expected) => {
  expect(countsAfter(readings)).toEqual(expected)
})

test('a part keeps the time at which all its entries were found, and what the last reading found', () => {
  const { stored: after } = compareDeclarations(
    { stored: stored('a', 'b'), read: read({ llms: declare(['b']) }) },
    SECOND,
  )
  expect(after).toEqual({
    llms: { entries: ['a', 'b'], readAt: FIRST, unconfirmed: { entries: ['b'], readAt: SECOND } },
  })
})

const plus = (...more: readonly string[]) => declare(['a', 'b', ...more])
test.each<[string, readonly ReadPart[], readonly (number | null)[]]>([
  ['that has more at each reading', [plus('c'), plus('c', 'd'), plus('c', 'd', 'e')], [1, 2, 3]],
  [
    'that has another id at each reading',
    ['c', 'd', 'e', 'f'].map((id) => declare([id])),
    [null, 1, null, 2],
  ],
  ['that shows the same once', [plus('c'), plus('c'), plus('c', 'd')], [1, null, 1]],
  ['that the site says is unchanged', [plus('c'), unchanged, plus('c', 'd')], [1, null, 1]],
  ['that a reading did not get', [plus('c'), unread, plus('c', 'd')], [1, null, 2]],
])('[R93] the row of changes of a part %s', (_, readings, expected) => {
  expect(countsAfter(readings).map((counts) => counts?.[2] ?? null)).toEqual(expected)
})

test('[R93] each part has a row of its own, and a new baseline begins another', () => {
  const before: StoredParts = {
    llms: { entries: ['a'], readAt: FIRST, changesInRow: 4 },
    api: { entries: ['/v1'], readAt: FIRST },
  }
  const after = read({ llms: declare(['a', 'b']), api: declare(['/v1', '/v2']) })
  expect(compareDeclarations({ stored: before, read: after }, SECOND).difference?.parts).toMatchObject({
    llms: { changesInRow: 5 },
    api: { changesInRow: 1 },
  })
  expect(baselineOf({ stored: before, read: after }, SECOND).llms).toEqual({
    entries: ['a', 'b'],
    readAt: SECOND,
  })
})
