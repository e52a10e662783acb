import { expect, test } from 'vitest'
import { nextAddress, READ, storeContract, storeVerified } from '#test/given/owned-contracts.ts'
import {
  aClaim,
  addressOf,
  anImplementation,
  aProject,
  aSource,
  aStream,
  aToken,
} from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

type Edge = Readonly<Record<string, unknown>> & {
  readonly evidence: readonly string[]
  readonly kind: string
}

const service = await httpServiceOfFile()

const graphOf = async (slug: string) => (await service.get(`/api/projects/${slug}/relationships`)).body

/** A project with a proxy, a token, sources of every kind, statements, a listing and a relation. */
async function storeSurrounded() {
  const { database } = service
  const target = nextAddress()
  const proxied = { proxy_kind: 'eip1967', proxy_read_at: READ, implementation: target }
  const { slug, address, own } = await storeContract(database, { streams: ['proxy'] }, proxied)
  const { project_id } = own
  await database.updateTable('projects').set({ launchpad: 'pons' }).where('id', '=', project_id).execute()
  await anImplementation({ ...own, contract: address, implementation: target }, database)
  await storeVerified(database, { projectId: project_id, at: target })
  const token = nextAddress()
  await aToken({ project_id, address: token }, database)
  await aSource({ project_id, kind: 'token', locator: token }, database)
  const market = await aSource({ project_id, kind: 'market', locator: `dexscreener:${token}` }, database)
  await aStream({ source_id: String(market.id), stream: 'token_market', provider: 'dexscreener' }, database)
  await database
    .insertInto('registry_listings')
    .values({
      source_id: String(market.id),
      project_id,
      registry: 'coingecko',
      listed: true,
      registry_id: 'lumen',
      first_observed_at: READ,
      observed_at: READ,
    })
    .execute()
  await aSource({ project_id }, database)
  await aSource({ project_id, kind: 'website', locator: 'https://lumen.example' }, database)
  const site = { project_id, kind: 'website', locator: 'https://former.example', detached_at: READ } as const
  const former = { project_id, source_id: String((await aSource(site, database)).id) }
  const another = { kind: 'other_token_named', by: 'site', names: nextAddress() } as const
  await aClaim({ ...former, ...another, statement: 'Named by a former site.' }, database)
  await aSource({ project_id, kind: 'npm_package', locator: '@lumen/sdk' }, database)
  await aSource({ project_id, kind: 'deployer', locator: addressOf(0xdead) }, database)
  await aClaim({ project_id, kind: 'launch', statement: 'Launched.', by: 'site' }, database)
  await aClaim({ project_id, kind: 'token_named', by: 'site', statement: 'Named.', names: token }, database)
  const other = await aProject({ name: 'Other' }, database)
  const relation = {
    id: crypto.randomUUID(),
    project_id,
    on_slug: other.slug,
    observed_at: READ,
    statement: 'The docs name it.',
    url: 'https://lumen.example/docs',
  }
  await database.insertInto('built_on').values(relation).execute()
  return { slug, other }
}

test('every edge has a state, nodes that are listed and evidence that resolves [contract GET /api/projects/{slug}/relationships] [contract relationship state|evidence|observedAt]', async () => {
  const { slug, other } = await storeSurrounded()
  const body = await graphOf(slug)
  const edges = body['edges'] as Edge[]
  const nodes = (body['nodes'] as { id: string }[]).map(({ id }) => id)
  expect(edges.map(({ kind }) => kind).toSorted()).toEqual([
    'builds_on',
    'contract',
    'forwards_to',
    'launched_on',
    'listed_at',
    'market_reading',
    'names_token',
    'official_package',
    'official_repository',
    'official_site',
    'token',
    'verified_source',
  ])
  expect(new Set(nodes).size).toBe(nodes.length)
  expect(nodes[0]).toBe(`project:${slug}`)
  for (const { evidence, from, to, observedAt } of edges) {
    expect(nodes).toEqual(expect.arrayContaining([from, to]))
    expect(observedAt).toMatch(/Z$/)
    for (const id of evidence) {
      const receipt = await service.get(`/api/evidence/${encodeURIComponent(id)}`)
      expect([id, receipt.status, receipt.body['withdrawn']]).toEqual([id, 200, false])
    }
  }
  expect(JSON.stringify(body['nodes'])).not.toContain(addressOf(0xdead))
  expect(body['notHeld']).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'contract_interaction' })]),
  )
  expect(body).toMatchObject({
    truncated: false,
    bounds: expect.arrayContaining([{ part: 'contracts', shown: 2, total: 2 }]),
  })
  const around = (await graphOf(other.slug))['edges']
  expect(around).toMatchObject([{ kind: 'builds_on', from: `project:${slug}`, to: `project:${other.slug}` }])
})

test('a launchpad without a statement is not held, and a hidden neighbour is not named [contract relationship notHeld]', async () => {
  const { database } = service
  const hidden = await aProject({ state: 'hidden', name: 'Hidden' }, database)
  const { id, slug } = await aProject({ launchpad: 'pons' }, database)
  const relation = {
    id: crypto.randomUUID(),
    project_id: String(id),
    on_slug: hidden.slug,
    observed_at: READ,
    statement: 'The docs name it.',
    url: 'https://lumen.example/docs',
  }
  await database.insertInto('built_on').values(relation).execute()
  const body = await graphOf(slug)
  expect(body['edges']).toEqual([])
  expect((body['nodes'] as unknown[]).length).toBe(1)
  expect(body['notHeld']).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'launchpad' })]))
  expect(JSON.stringify(body)).not.toContain(hidden.slug)
})
