import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { listGithub, nextParameters } from './listing.ts'

const GITHUB = 'https://api.github.com/repositories/101/releases'
const asked = 'per_page=100'
const next = (query: string, origin = GITHUB) => `<${origin}?${query}>; rel="next"`

test.each<[string, string | undefined, number, string]>([
  ['no link after a short part', undefined, 99, 'whole'],
  ['an empty link after a short part', '', 0, 'whole'],
  [
    'the next part and the last',
    `${next('per_page=100&page=2')}, <${GITHUB}?page=9>; rel="last"`,
    100,
    'page=2',
  ],
  [
    'the first and the previous part',
    `<${GITHUB}?page=1>; rel="first", <${GITHUB}?page=1>; rel="prev"`,
    100,
    'whole',
  ],
  ['an unquoted relation', `<${GITHUB}?page=2>; rel=next`, 100, 'page=2'],
  ['several relations', `<${GITHUB}?page=2>; rel="last next"`, 100, 'page=2'],
  [
    'a comma in an address',
    `<${GITHUB}?page=1>; rel="prev", <${GITHUB}?a=1,2&page=2>; rel="next"`,
    100,
    'a=1%2C2&page=2',
  ],
  ['a cursor', next('per_page=100&after=Y3Vyc29y'), 100, 'after=Y3Vyc29y'],
])('the part after %s', (_, link, length, expected) => {
  expect(followed({ link, length })).toBe(expected)
})

test.each<[string, string, string]>([
  ['another host', next('per_page=100&page=2', 'https://upstream.example/x/releases'), 'page=2'],
  ['another path of our host', next('per_page=100&page=2', 'https://api.example/elsewhere'), 'page=2'],
  ['another port and scheme', next('per_page=100&page=2', 'http://10.0.0.7:8080/releases'), 'page=2'],
  ['a relative address', next('per_page=100&page=2', '/repositories/101/releases'), 'page=2'],
  ['fewer parameters', next('page=2'), 'page=2'],
])('[R33] a link on %s is followed by its parameters on our own path', (_, link, expected) => {
  expect(followed({ link, length: 100 })).toBe(expected)
})

test.each([
  ['without an address', 'next'],
  ['without parameters', `<${GITHUB}>; rel="next"`],
  ['with an address that cannot be read', '<http://[>; rel="next"'],
  ['to the same part', next('per_page=100&page=1')],
  ['to a part that is no number', next('per_page=100&page=two')],
  ['to parts of another size', next('per_page=30&page=2')],
])('[R33] a link %s is lost, so the listing is partial', (_, link) => {
  expect(followed({ link, length: 100 })).toBe('lost')
})

test('[R33] a link back to an earlier part is lost', () => {
  const link = next('per_page=100&page=2')
  expect(nextParameters({ link, query: new URLSearchParams(`${asked}&page=3`), length: 100 })).toBe('lost')
})

test('[R33] a link with another start or end is lost', () => {
  const query = new URLSearchParams(`since=2026-07-20T00:00:00.000Z&${asked}`)
  const same = next('since=2026-07-20T00%3A00%3A00.000Z&per_page=100&page=2')
  expect(String(nextParameters({ link: same, query, length: 100 }))).toContain('page=2')
  const other = next('since=2026-11-01T00%3A00%3A00.000Z&per_page=100&page=2')
  expect(nextParameters({ link: other, query, length: 100 })).toBe('lost')
})

test('[R33] after a full part without links, which a proxy may have dropped, the next number is asked for', () => {
  expect(followed({ link: undefined, length: 100 })).toBe('page=2')
  expect(followed({ link: '<https://cdn.example/x>; rel=preload', length: 100 })).toBe('page=2')
})

/** The query parameters that the next part adds to those of the first request. */
function followed(part: { link: string | undefined; length: number }): string {
  const result = nextParameters({ ...part, query: new URLSearchParams(asked) })
  return typeof result === 'string' ? result : String(result).replace(`${asked}&`, '')
}

test('[R150] a part of 300,000 items is refused by their number', async () => {
  const answer = { kind: 'answer', status: 200, headers: {}, url: GITHUB, isUtf8: true } as const
  const http = { request: async () => ({ ...answer, body: JSON.stringify(Array(300_000).fill(0)) }) }
  const providers = { githubApiUrl: 'https://api.github.com', githubToken: undefined }
  const reader = undefined as never
  const clock = () => toInstant('2026-11-20T10:00:00Z')
  const listed = await listGithub(
    { path: '/repositories/101/releases', query: '', maxParts: 10 },
    { http, providers, reader, parserThread: undefined as never, clock },
  )
  expect(listed).toMatchObject({
    kind: 'failed',
    collected: { outcome: 'unavailable', detail: 'a part of 300000 items, where 100 were asked for' },
  })
})
