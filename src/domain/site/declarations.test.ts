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
  ['one less', stored('a', 'b'), { llms: declare(['a']) }, [0, 1]],
  ['one for another', stored('a', 'b'), { llms: declare(['c', 'b']) }, [1, 1]],
  ['in another order', stored('a', 'b'), { llms: declare(['b', 'a']) }, null],
  ['the document is gone', stored('a', 'b'), { llms: declare([]) }, [0, 2]],
  ['the document is new', stored(), { llms: declare(['a']) }, [1, 0]],
  ['the part could not be read', stored('a'), {}, null],
  ['the part was never read before', {}, { llms: declare(['a']) }, null],
  ['the site answers that nothing changed', stored('a'), { llms: unchanged }, null],
  ['unchanged, but never read before', {}, { llms: unchanged }, null],
  [
    'in one part, another unread',
    { ...stored('a'), api: { entries: ['/v1'], readAt: FIRST } },
    { api: declare(['/v2']) },
    [1, 1],
  ],
])('%s', (_, before, parts, expected) => {
  const { difference } = compareDeclarations({ stored: before, read: read(parts) }, SECOND)
  expect(difference === null ? null : [difference.added, difference.removed]).toEqual(expected)
})

test('sums differences over parts and gives only counts by part', () => {
  const before: StoredParts = { ...stored('a'), links: { entries: ['/docs'], readAt: SECOND } }
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
  const moved = compareDeclarations({ stored: out.stored, read: read({ llms: declare(['a']) }) }, THIRD)
  expect(moved.difference).toMatchObject({ added: 0, removed: 1, comparedWithAt: FIRST })
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

test.each<[string, readonly ReadPart[], readonly (number | null)[]]>([
  ['that differs at each reading', [declare(['b']), declare(['c']), declare(['a'])], [1, 2, 3]],
  ['that shows the same once', [declare(['b']), declare(['b']), declare(['c'])], [1, null, 1]],
  ['that the site says is unchanged', [declare(['b']), unchanged, declare(['c'])], [1, null, 1]],
  ['that a reading did not get', [declare(['b']), unread, declare(['c'])], [1, null, 2]],
  ['that is gone and comes back', [declare([]), declare(['a'])], [1, 2]],
])('[R93] the row of changes of a part %s', (_, readings, expected) => {
  let before = stored('a')
  const rows = readings.map((part) => {
    const compared = compareDeclarations({ stored: before, read: read({ llms: part }) }, SECOND)
    before = compared.stored
    return compared.difference?.parts.llms?.changesInRow ?? null
  })
  expect(rows).toEqual(expected)
})

test('[R93] each part has a row of its own, and a new baseline begins another', () => {
  const before: StoredParts = {
    llms: { entries: ['a'], readAt: FIRST, changesInRow: 4 },
    api: { entries: ['/v1'], readAt: FIRST },
  }
  const after = read({ llms: declare(['b']), api: declare(['/v2']) })
  expect(compareDeclarations({ stored: before, read: after }, SECOND).difference?.parts).toMatchObject({
    llms: { changesInRow: 5 },
    api: { changesInRow: 1 },
  })
  expect(baselineOf({ stored: before, read: after }, SECOND).llms).toEqual({ entries: ['b'], readAt: SECOND })
})
