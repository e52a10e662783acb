import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import {
  addressEntry,
  baselineOf,
  compareDeclarations,
  declare,
  type HeldParts,
  linkEntry,
  pathEntry,
  type ReadPart,
  type ReadParts,
  SITE_PARTS,
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
  ['/', '/'],
])('the path %s is compared as %s', (path, expected) => {
  expect(pathEntry(path)).toBe(expected)
})

test('order and repetition are not declared, and a list too long to hold is unread', () => {
  expect(declare(['b', 'a', 'b'])).toEqual({ kind: 'declared', entries: ['a', 'b'] })
  expect(declare([])).toEqual({ kind: 'declared', entries: [] })
  expect(declare(Array.from({ length: 2001 }, (_, n) => `/${n}`))).toEqual({
    kind: 'unread',
    reason: 'error',
  })
})

const unread: ReadPart = { kind: 'unread', reason: 'unavailable' }
const unchanged: ReadPart = { kind: 'unchanged' }
const nothing = Object.fromEntries(SITE_PARTS.map((part) => [part, unread])) as ReadParts
const read = (parts: Partial<ReadParts>): ReadParts => ({ ...nothing, ...parts })
const held = (...entries: readonly string[]): HeldParts => ({ llms: { entries, readAt: FIRST } })

test.each<[string, HeldParts, Partial<ReadParts>, readonly [number, number] | null]>([
  ['one more', held('a'), { llms: declare(['a', 'b']) }, [1, 0]],
  ['one less', held('a', 'b'), { llms: declare(['a']) }, [0, 1]],
  ['one for another', held('a', 'b'), { llms: declare(['c', 'b']) }, [1, 1]],
  ['in another order', held('a', 'b'), { llms: declare(['b', 'a']) }, null],
  ['the document is gone', held('a', 'b'), { llms: declare([]) }, [0, 2]],
  ['the document is new', held(), { llms: declare(['a']) }, [1, 0]],
  ['the part could not be read', held('a'), {}, null],
  ['the part was never read before', {}, { llms: declare(['a']) }, null],
  ['the site says it is as before', held('a'), { llms: unchanged }, null],
  ['as before, of what was never read', {}, { llms: unchanged }, null],
  [
    'in one part, another unread',
    { ...held('a'), api: { entries: ['/v1'], readAt: FIRST } },
    { api: declare(['/v2']) },
    [1, 1],
  ],
])('%s', (_, before, parts, expected) => {
  const { difference } = compareDeclarations({ held: before, read: read(parts) }, SECOND)
  expect(difference === null ? null : [difference.added, difference.removed]).toEqual(expected)
})

test('differences are summed over parts, and named by part as counts alone', () => {
  const before: HeldParts = { ...held('a'), links: { entries: ['/docs'], readAt: SECOND } }
  const after = read({ llms: declare(['a', 'b', 'c']), links: declare(['/blog']), api: declare(['/v1']) })
  expect(compareDeclarations({ held: before, read: after }, THIRD)).toEqual({
    held: {
      llms: { entries: ['a', 'b', 'c'], readAt: THIRD },
      links: { entries: ['/blog'], readAt: THIRD },
      api: { entries: ['/v1'], readAt: THIRD },
    },
    difference: {
      ...{ added: 3, removed: 1, comparedWithAt: FIRST },
      parts: { llms: { added: 2, removed: 0 }, links: { added: 1, removed: 1 } },
    },
  })
})

test('an outage between two readings changes nothing: what was held before it is compared with what is read after', () => {
  const out = compareDeclarations({ held: held('a', 'b'), read: nothing }, SECOND)
  expect(out).toEqual({ held: held('a', 'b'), difference: null })
  const back = compareDeclarations({ held: out.held, read: read({ llms: declare(['a', 'b']) }) }, THIRD)
  expect(back.difference).toBeNull()
  const moved = compareDeclarations({ held: out.held, read: read({ llms: declare(['a']) }) }, THIRD)
  expect(moved.difference).toMatchObject({ added: 0, removed: 1, comparedWithAt: FIRST })
})

test('a baseline holds what was read and forgets what was not', () => {
  const before = { ...held('a'), api: { entries: ['/v1'], readAt: FIRST } }
  expect(
    baselineOf({ held: before, read: read({ api: unchanged, links: declare(['/docs']) }) }, SECOND),
  ).toEqual({
    api: { entries: ['/v1'], readAt: SECOND },
    links: { entries: ['/docs'], readAt: SECOND },
  })
})
