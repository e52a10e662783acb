import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'
import { type HttpDeps, openHttp, parseConnectTo } from '../http.ts'
import { openParserThread } from '../parser-thread/parser-thread.ts'
import type { Timer } from '../rate-limit.ts'
import { requestSite } from './request.ts'
import { readRobots } from './robots.ts'
import { judgeRobots } from './robots-rules.ts'

const url = 'https://lumen.example/robots.txt'
const home = 'https://lumen.example'
const server = await forFile(startAnsweringServer())

test.each<[string, string, string, boolean]>([
  ['no rules', '', '/token', true],
  ['everything allowed', 'User-agent: *\nAllow: /', '/token', true],
  ['one page forbidden', 'User-agent: *\nDisallow: /token', '/token', false],
  ['another page forbidden', 'User-agent: *\nDisallow: /token', '/', true],
  ['everything forbidden', 'User-agent: *\nDisallow: /', '/', false],
  ['an empty disallow rule', 'User-agent: *\nDisallow:', '/', true],
  ['another crawler forbidden', 'User-agent: other-bot\nDisallow: /', '/', true],
  ['this crawler by name, in any case', 'User-agent: SVC-Research\nDisallow: /', '/', false],
  [
    'the group of this crawler before the general one',
    'User-agent: *\nDisallow: /\n\nUser-agent: svc-research\nAllow: /',
    '/',
    true,
  ],
  ['the longer rule', 'User-agent: *\nDisallow: /\nAllow: /token', '/token', true],
  ['a pattern', 'User-agent: *\nDisallow: /*.json$', '/openapi.json', false],
  ['a query', 'User-agent: *\nDisallow: /*?', '/token?x=1', false],
  ['a comment', '# Disallow: /\nUser-agent: *', '/', true],
  ['a path that begins with two slashes', 'User-agent: *\nDisallow: /', `${home}//private/x`, false],
  ['such a path by its own rule', 'User-agent: *\nDisallow: //private', `${home}//private/x`, false],
  ['under www.', 'User-agent: *\nDisallow: /token', 'https://www.lumen.example/token', false],
])('%s', (_, body, path, allowed) => {
  const urls = [new URL(path, home).href]
  expect(judgeRobots({ body, url, urls })?.allowed).toEqual([allowed])
})

const rules = (count: number, rule: string) => `User-agent: *\n${`Disallow: ${rule}\n`.repeat(count)}`
test.each<[string, string, boolean]>([
  ['5,000 rules', rules(5000, '/a'), true],
  ['5,001 rules', rules(5001, '/a'), false],
  ['5,001 rules of another crawler', rules(5001, '/a').replace('*', 'other-bot'), false],
  ['a rule of 2,047 characters', rules(1, `/${'a'.repeat(2046)}`), true],
  ['a rule of 2,049 characters', rules(1, `/${'a'.repeat(2048)}`), false],
  ['32 wildcards in a rule', rules(1, `/${'*a'.repeat(32)}`), true],
  ['33 wildcards in a rule', rules(1, `/${'*a'.repeat(33)}`), false],
  ['1,000 wildcards in a row', rules(1, `/${'*'.repeat(1000)}`), true],
])('[R95] a file with %s', (_, body, isRead) => {
  expect(judgeRobots({ body, url, urls: [] }) !== undefined).toBe(isRead)
})

test('returns a limited number of sitemaps', () => {
  const lines = Array.from({ length: 50 }, (_, n) => `Sitemap: https://lumen.example/${n}.xml`)
  const sitemaps = judgeRobots({ body: lines.join('\n'), url, urls: [] })?.sitemaps ?? []
  expect(sitemaps).toHaveLength(20)
  expect(sitemaps[0]).toBe('https://lumen.example/0.xml')
})

const asking = (delay: string) => `User-agent: *\nCrawl-delay: ${delay}\nAllow: /`
test.each<[string, string, number | undefined]>([
  ['no delay', 'User-agent: *\nAllow: /', undefined],
  ['a delay for everybody', asking('10'), 10],
  ['a part of a second', asking('0.5'), 0.5],
  ['no pause', asking('0'), undefined],
  ['a negative delay', asking('-1'), undefined],
  ['a word', asking('slow'), undefined],
  ['a delay for another crawler', 'User-agent: other-bot\nCrawl-delay: 10', undefined],
  ['a delay for this crawler', `${asking('10')}\n\nUser-agent: svc-research\nCrawl-delay: 2`, 2],
  ['a group of this crawler without one', `${asking('10')}\n\nUser-agent: svc-research\nAllow: /`, undefined],
])('[R51] %s', (_, body, delaySeconds) => {
  expect(judgeRobots({ body, url, urls: [] })?.delaySeconds).toBe(delaySeconds)
})

type Read = { readonly robots: Awaited<ReturnType<typeof readRobots>> } & HttpDeps

/** Reads the robots.txt of the site that the server plays, and passes the result to `use`. */
async function withRobots<T>(use: (read: Read) => Promise<T>, timer?: Timer): Promise<T> {
  const clock = () => toInstant('2026-11-20T00:00:00Z')
  const connectTo = parseConnectTo(`example=${server.url}`)
  await using http = openHttp({ contactUrl: 'https://svc.example/contact', connectTo }, { clock })
  await using parserThread = openParserThread()
  const robots = await readRobots({ home }, { http, clock, parserThread, ...(timer && { timer }) })
  return await use({ robots, http, clock })
}

async function read(answers: Readonly<Record<string, Scripted>>) {
  server.answer = ({ url: path = '' }) => answers[path] ?? { status: 404, body: '' }
  return withRobots(async ({ robots }) =>
    robots.kind === 'failed' ? robots.collected : await robots.allows(`${home}/token`),
  )
}
const forbids = 'User-agent: *\nDisallow: /token'
const moved = (location: string): Scripted => ({ status: 301, headers: { location }, body: '' })

test.each<[string, Record<string, Scripted>, unknown]>([
  ['there is none', {}, true],
  ['it is refused', { '/robots.txt': { status: 403, body: '' } }, true],
  ['it is there', { '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: forbids } }, false],
  [
    'a page in its place',
    { '/robots.txt': { headers: { 'content-type': 'text/html' }, body: forbids } },
    true,
  ],
  [
    'it moved to another site',
    { '/robots.txt': moved('https://www.other.example/r'), '/r': { body: forbids } },
    false,
  ],
  [
    '[R99] it moved to credentials',
    { '/robots.txt': moved('https://a:b@lumen.example/r') },
    { outcome: 'error' },
  ],
  [
    '[R99] it moved to another port',
    { '/robots.txt': moved('https://lumen.example:8443/r') },
    { outcome: 'error' },
  ],
  [
    '[R99] it moved to no web address',
    { '/robots.txt': moved('ftp://lumen.example/r') },
    { outcome: 'error' },
  ],
  [
    '[R95] it has a rule of a hundred thousand wildcards',
    { '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: rules(1, '*a'.repeat(100_000)) } },
    { outcome: 'error' },
  ],
  [
    '[R99] it moved to an IP address, which is not asked',
    { '/robots.txt': moved('http://127.0.0.1/r') },
    { outcome: 'disallowed' },
  ],
  ['it redirects without end', { '/robots.txt': moved('/robots.txt') }, { outcome: 'error' }],
  [
    '[R51] it asks for pauses of more than ten seconds',
    { '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: asking('11') } },
    { outcome: 'disallowed' },
  ],
  ['[R51] it asks for pauses of ten seconds', { '/robots.txt': { body: asking('10') } }, true],
  ['it failed', { '/robots.txt': { status: 503, body: '' } }, { outcome: 'unavailable' }],
  ['it is limited', { '/robots.txt': { status: 429, body: '' } }, { outcome: 'rate_limited' }],
  ['it is too long', { '/robots.txt': { body: '#'.repeat(512 * 1024 + 1) } }, { outcome: 'error' }],
])('%s', async (_, answers, expected) => {
  const found = await read(answers)
  if (typeof expected === 'boolean') expect(found).toBe(expected)
  else expect(found).toMatchObject({ ...(expected as object), detail: expect.stringContaining('robots.txt') })
})

/** The pauses before each of three requests to a site with this robots.txt. One of the requests is redirected. */
async function pausesOf(body: string): Promise<readonly number[]> {
  const answers: Readonly<Record<string, Scripted>> = {
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body },
    '/moved': moved('/token'),
  }
  server.answer = ({ url: path = '' }) => answers[path] ?? { status: 200, body: 'here' }
  const pauses: number[] = []
  let elapsedMs = 0
  const timer = {
    elapsedMs: () => elapsedMs,
    pause: async (ms: number) => {
      pauses.push(ms)
      elapsedMs += ms
    },
  }
  return withRobots(async ({ robots, ...deps }) => {
    if (robots.kind === 'failed') throw new Error(robots.collected.detail)
    for (const path of ['/', '/moved']) await requestSite({ url: `${home}${path}`, robots }, deps)
    return pauses
  }, timer)
}

test.each<[string, string, readonly number[]]>([
  ['without a delay', 'User-agent: *\nAllow: /', []],
  ['with a delay of two seconds', asking('2'), [2000, 2000, 2000]],
])('[R51] %s, a reading pauses before each request after that of robots.txt', async (_, body, pauses) => {
  expect(await pausesOf(body)).toEqual(pauses)
})

test('[R51] a reading that ends during the pause sends nothing more', async () => {
  const asked: string[] = []
  server.answer = ({ url: path = '' }) => {
    asked.push(path)
    return { headers: { 'content-type': 'text/plain' }, body: asking('10') }
  }
  const ended = await withRobots(({ robots, http }) => {
    if (robots.kind === 'failed') throw new Error(robots.collected.detail)
    const ending = new AbortController()
    const { rateLimit } = robots
    const pending = http.request({ url: `${home}/`, publicOnly: true, rateLimit, signal: ending.signal })
    ending.abort()
    return pending
  })
  expect(ended).toMatchObject({ outcome: 'unavailable', detail: 'given up' })
  expect(asked).toEqual(['/robots.txt'])
})
