import { expect, test } from 'vitest'
import type { Example, Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { issueKey } from '#test/given/accounts.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { openCheckingProxy, type Through } from './prism.ts'

const world = await forFile(openWorld())
const proxy = await forFile(openCheckingProxy(world))
const cast = await world.service.database
  .selectFrom('tokens')
  .innerJoin('projects', 'projects.id', 'tokens.project_id')
  .select(['projects.slug', 'tokens.address'])
  .where('projects.state', '=', 'published')
  .orderBy('projects.slug')
  .execute()

async function violationsOf(requests: readonly Through[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const asked of requests) {
    const { status, violation } = await proxy.send(asked)
    if (violation !== undefined) found.push(`${asked.method ?? 'GET'} ${asked.path}: ${status} ${violation}`)
  }
  return found
}

const PARTS = ['', '/explain', '/coverage', '/snapshot', '/timeline', '/history', '/market', '/contracts']
const GRAPHS = [
  '/relationships',
  '/built-on',
  '/explain?fact=activity.status',
  '/diff?from=2035-03-01&to=2035-03-14',
]

test('[agents 38] every read of every project agrees with the description', {
  timeout: 900_000,
}, async () => {
  const paths = cast.flatMap(({ slug, address }) => [
    ...[...PARTS, ...GRAPHS].map((part) => `/api/projects/${slug}${part}`),
    `/projects/${slug}`,
    `/badge/${slug}.svg`,
    `/api/changes?project=${slug}`,
    `/api/v1/builder?token=${address}`,
    `/api/v1/scan?token=${address}`,
    `/api/token/4663/${address}`,
    `/api/contracts/4663/${address}`,
    `/api/ships?project=${slug}`,
  ])
  expect(paths.length).toBeGreaterThan(500)
  expect(await violationsOf(paths.map((path) => ({ path })))).toEqual([])
})

const operations = Object.values<Operation>(OPERATIONS)
const examples = operations.flatMap((operation) =>
  operation.examples.map((example) => ({ operation, example })),
)

test('[agents 38] the example requests of every operation agree with the description', async () => {
  const { key } = await issueKey(world.service.database)
  const asked = examples.map(({ operation, example }) => requestOf(operation, example, key))
  expect(await violationsOf(asked)).toEqual([])
})

test('[agents 38] refusals agree with the description', async () => {
  const [{ slug, address } = { slug: '', address: '' }] = cast
  const paths = [
    '/api/projects/no-such-project',
    `/api/v1/builder?token=0x${'1'.repeat(40)}`,
    '/api/evidence/ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11',
    `/api/projects/${slug}/explain?fact=source.counted`,
  ]
  const badKey = { path: `/api/v1/builder?token=${address}`, headers: { 'x-api-key': 'svc_no' } }
  expect(await violationsOf([...paths.map((path) => ({ path })), badKey])).toEqual([])
})

test('the proxy reports an answer that breaks the description', async () => {
  await using broken = await openCheckingProxy(world, (answer) => ({
    ...answer,
    text: answer.text.replace('"status":"ok"', '"status":"odd"'),
  }))
  expect((await proxy.send({ path: '/healthz' })).violation).toBeUndefined()
  expect((await broken.send({ path: '/healthz' })).violation).toContain('status')
})

function requestOf(
  { method, path, input }: Operation,
  { input: given, body }: Example,
  key: string,
): Through {
  const texts = Object.entries(given)
  const filled = texts.reduce(
    (all, [name, value]) => all.replace(`{${name}}`, encodeURIComponent(value)),
    String(path),
  )
  const query = String(new URLSearchParams(texts.filter(([name]) => !(name in input.path))))
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}
