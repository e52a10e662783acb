import { beforeEach, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'
import { openHttp } from './http.ts'
import { GATHER_MS, openSharedRequests } from './shared-requests.ts'

const http = await forFile(
  openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock: () => NOW }),
)
const NOW = toInstant('2026-11-20T10:00:00Z')

const server = await forFile(startAnsweringServer())
beforeEach(() => {
  server.answer = ({ url = '' }) => ({ body: JSON.stringify(url) })
})

/** The paths that readings with these keys ask the server for, and the answer that each reading gets. */
async function ask(
  wanted: readonly (readonly string[])[],
  { most = 4, formOf = (_: number): string => 'tokens' } = {},
) {
  const before = server.asked.length
  const shared = openSharedRequests(http, GATHER_MS)
  const results = await Promise.all(
    wanted.map((keys, index) => {
      const form = formOf(index)
      const requestOf = (all: readonly string[]) => ({ url: `${server.url}/${form}/${all.join()}` })
      return shared.request({ form, keys, most, requestOf })
    }),
  )
  const got = results.map((result) => (result.kind === 'answer' ? JSON.parse(result.body) : result.outcome))
  return { asked: server.asked.slice(before).toSorted(), got }
}

test('[R54] readings that ask together share one request, and each gets the answer', async () => {
  expect(await ask([['a'], ['b'], ['c']])).toEqual({
    asked: ['/tokens/a,b,c'],
    got: Array(3).fill('/tokens/a,b,c'),
  })
})

test('a key that two readings ask for is asked for once', async () => {
  expect((await ask([['a', 'canary'], ['b', 'canary'], ['a']])).asked).toEqual(['/tokens/a,canary,b'])
})

test('no request has more keys than the provider answers, and those of one reading are not split', async () => {
  const { asked, got } = await ask([['a', 'b', 'c'], ['d', 'e'], ['f'], ['g'], ['h']])
  expect(asked).toEqual(['/tokens/a,b,c', '/tokens/d,e,f,g', '/tokens/h'])
  expect(got).toEqual([asked[0], ...Array(3).fill(asked[1]), asked[2]])
})

test('different lists of a provider are different requests', async () => {
  const { asked } = await ask([['a'], ['b'], ['c']], {
    formOf: (index) => (index === 1 ? 'pools' : 'tokens'),
  })
  expect(asked).toEqual(['/pools/b', '/tokens/a,c'])
})

test('a failed request is a failure for each reading', async () => {
  server.answer = () => ({ status: 503, body: '' })
  expect((await ask([['a'], ['b']])).got).toEqual(['unavailable', 'unavailable'])
})
