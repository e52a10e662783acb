import { expect, test } from 'vitest'
import { type Deprecation, reportingDeprecation } from './deprecation.ts'
import { type HttpClient, httpFailure } from './http.ts'

const URL_WITH_KEY = 'https://api.github.example/repositories/101/tags?per_page=100&key=secret'
// Headers as GitHub documents them for an endpoint that is closing down.
const ENDS = { deprecation: 'Sun, 01 Nov 2026 00:00:00 GMT', sunset: 'Mon, 01 Nov 2027 00:00:00 GMT' }

function open(headers: Readonly<Record<string, string>>, provider = 'github') {
  const reports: Deprecation[] = []
  const answering: HttpClient = {
    request: async ({ url }) => ({ kind: 'answer', status: 200, headers, body: '[]', url, isUtf8: true }),
  }
  const report = (one: Deprecation) => reports.push(one)
  return { reports, http: reportingDeprecation(answering, { provider, report }) }
}

test.each<[string, Readonly<Record<string, string>>, object | undefined]>([
  ['both headers', ENDS, ENDS],
  ['a sunset alone', { sunset: ENDS.sunset }, { sunset: ENDS.sunset }],
  ['a deprecation as RFC 9745 has it', { deprecation: '@1793491200' }, { deprecation: '@1793491200' }],
  ['an overlong header', { sunset: 'x'.repeat(10_000) }, { sunset: 'x'.repeat(100) }],
  ['neither', { etag: '"a"' }, undefined],
])('%s', async (_, headers, said) => {
  const { http, reports } = open(headers)
  expect(await http.request({ url: URL_WITH_KEY })).toMatchObject({ status: 200, headers })
  const report = { provider: 'github', path: '/repositories/101/tags', ...said }
  expect(reports).toEqual(said === undefined ? [] : [report])
})

test('the first answer alone is reported, without what its address has as a query', async () => {
  const { http, reports } = open(ENDS)
  await http.request({ url: URL_WITH_KEY })
  await http.request({ url: 'https://api.github.example/users/lumen' })
  expect(reports).toEqual([{ provider: 'github', path: '/repositories/101/tags', ...ENDS }])
  expect(JSON.stringify(reports)).not.toContain('secret')
})

test('a refusal with the headers is reported too, and a failure without an answer is not', async () => {
  const reports: Deprecation[] = []
  const results = [
    httpFailure('unavailable', 'no connection'),
    httpFailure('unavailable', '', { headers: ENDS }),
  ]
  const failing: HttpClient = { request: async () => results.shift() ?? httpFailure('error', 'none left') }
  const http = reportingDeprecation(failing, { provider: 'github', report: (one) => reports.push(one) })
  await http.request({ url: URL_WITH_KEY })
  expect(reports).toEqual([])
  await http.request({ url: URL_WITH_KEY })
  expect(reports).toHaveLength(1)
})

test('what a site says of its own pages is not reported', async () => {
  const { http, reports } = open(ENDS, 'site')
  await http.request({ url: URL_WITH_KEY })
  expect(reports).toEqual([])
})
