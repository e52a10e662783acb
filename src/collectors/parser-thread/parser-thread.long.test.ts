import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { ENDED, openParserThread, openParserThreads } from './parser-thread.ts'

const url = 'https://lumen.example/robots.txt'
/** Rules within every bound that take the matcher minutes for a long address. */
const SLOW = `User-agent: *\n${`Disallow: /${'*a'.repeat(31)}b\n`.repeat(4000)}`
const LONG = `https://lumen.example/${'a'.repeat(4000)}`
/** A page of 1.5 MB that takes the parser hundreds of milliseconds. */
const MANY_ATTRIBUTES = `<!doctype html><body><p ${Array.from({ length: 200_000 }, (_, n) => `a${n}`).join(' ')}>x`

test.each([
  ['slow rules of robots.txt', 'robots', { body: SLOW, url, urls: [LONG] }, 300],
  ['a tag of 200,000 attributes', 'page', { body: MANY_ATTRIBUTES, url }, 20],
] as const)(
  '[R95] %s end after the time limit, and the event loop goes on meanwhile',
  async (_, name, input, parseMs) => {
    await using parserThread = openParserThread(parseMs)
    let turns = 0
    let isDone = false
    const done = parserThread.parse(name, input as never).finally(() => {
      isDone = true
    })
    while (!isDone) {
      await turn()
      turns += 1
    }
    expect(await done).toBe(ENDED)
    expect(turns).toBeGreaterThan(100)
  },
)

/** An ABI within every bound: 5,000 functions of 60 parameters. */
const LARGE_ABI = Array.from({ length: 5000 }, (_, n) => ({
  type: 'function',
  name: `f${n}`,
  outputs: [],
  stateMutability: 'view',
  inputs: Array.from({ length: 60 }, () => ({ type: 'uint256' })),
}))

test('[R95] a contract whose ABI takes too long ends after the time limit; with more time it is read', async () => {
  const body = { is_verified: true, abi: LARGE_ABI }
  await using hasty = openParserThread(5)
  expect(await hasty.parse('blockscout_source', body)).toBe(ENDED)
  await using patient = openParserThread(60_000)
  expect(await patient.parse('blockscout_source', body)).toMatchObject({ abi: { functions: 5000 } })
})

test('[R95] after a job that was ended, the next one is parsed', async () => {
  await using parserThread = openParserThread(300)
  const slow = parserThread.parse('robots', { body: SLOW, url, urls: [LONG] })
  const next = parserThread.parse('robots', { body: 'User-agent: *\nDisallow: /a', url, urls: [LONG] })
  expect(await slow).toBe(ENDED)
  expect(await next).toEqual({ allowed: [false], sitemaps: [] })
})

test('parses every form as it is parsed in place', async () => {
  await using parserThread = openParserThread()
  const sitemap = '<urlset><url><loc>https://lumen.example/a</loc></url></urlset>'
  expect(await parserThread.parse('sitemap', sitemap)).toEqual({
    kind: 'pages',
    locations: ['https://lumen.example/a'],
  })
  expect(await parserThread.parse('sitemap', 'no XML')).toBeUndefined()
  expect(await parserThread.parse('api', { body: '{"openapi":"3.1.0","paths":{"/a":{}}}', url })).toEqual([
    '/a',
  ])
})

/** The threads that this process opens from now on. */
function watchThreads(): Disposable & { readonly opened: readonly Worker[] } {
  const opened: Worker[] = []
  const note = (message: unknown) => void opened.push((message as { worker: Worker }).worker)
  subscribe('worker_threads', note)
  return { opened, [Symbol.dispose]: () => void unsubscribe('worker_threads', note) }
}
const RULES = { body: 'User-agent: *\nDisallow: /a', url, urls: [LONG] }
const JUDGED = { allowed: [false], sitemaps: [] }

test('each provider has one thread for all its jobs, and none is left at the end', async () => {
  using threads = watchThreads()
  {
    await using parserThreads = openParserThreads()
    for (const provider of ['site', 'sourcify', 'site'])
      expect(await parserThreads.of(provider).parse('robots', RULES)).toEqual(JUDGED)
    expect(threads.opened).toHaveLength(2)
  }
  expect(threads.opened.map(({ threadId }) => threadId)).toEqual([-1, -1])
})

test('[R95] after a thread that ended between two jobs, the next job is parsed', async () => {
  using threads = watchThreads()
  await using parserThread = openParserThread()
  await parserThread.parse('robots', RULES)
  threads.opened[0]?.emit('error', new Error('out of memory'))
  await threads.opened[0]?.terminate()
  expect(await parserThread.parse('robots', RULES)).toEqual(JUDGED)
  expect(threads.opened).toHaveLength(2)
})

test('[R146] a job that cannot be copied is refused at once, and the next one is parsed', async () => {
  await using parserThread = openParserThread(60_000)
  await expect(parserThread.parse('blockscout_source', { abi: () => [] })).rejects.toThrow(
    'could not be cloned',
  )
  expect(await parserThread.parse('robots', RULES)).toEqual(JUDGED)
})

/** Keeps every core busy with several threads until it is disposed. */
function keepBusy(): AsyncDisposable {
  const threads = Array.from(
    { length: 4 * availableParallelism() },
    () => new Worker('for (;;) {}', { eval: true }),
  )
  return {
    [Symbol.asyncDispose]: async () => void (await Promise.all(threads.map((thread) => thread.terminate()))),
  }
}

test('[R150] on a busy machine a sitemap of 50,000 addresses is read within its bound of processor time', async () => {
  const urls = Array.from({ length: 50_000 }, (_, n) => `<url><loc>https://l.example/docs/${n}</loc></url>`)
  const sitemap = `<urlset>${urls.join('')}</urlset>`
  await using parserThread = openParserThread()
  await parserThread.parse('robots', RULES)
  await using _busy = keepBusy()
  const read = await parserThread.parse('sitemap', sitemap)
  expect(read).toMatchObject({ kind: 'pages' })
  expect(typeof read === 'object' && read.locations).toHaveLength(50_000)
})
