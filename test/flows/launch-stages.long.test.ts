import { expect, test } from 'vitest'
import { LaunchStage } from '#contract/enums.ts'
import { HOUR_MS } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { type Change, readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld({ reading: ['burrow'] }))

type Dossier = {
  readonly token?: { readonly launchStage?: string }
  readonly claims: Readonly<Record<string, Record<string, unknown> | undefined>>
}
const dossierOf = async (slug: string) => (await world.get(`/api/projects/${slug}`)).body as Dossier
const stageOf = async (slug: string) => (await dossierOf(slug)).token?.launchStage
const receiptOf = async (id: string) => (await world.get(`/api/evidence/${encodeURIComponent(id)}`)).body
async function events(): Promise<readonly Change[]> {
  const all = await readsOf(world).changesAfter('c1.0')
  return all.filter(({ type }) => type === 'token.launch_stage_changed')
}

test('a dossier has the stage with its claim; where it is unknown, the claim says why', async () => {
  const burrow = await dossierOf('burrow')
  expect(burrow.token?.launchStage).toBe('CREATED')
  expect(burrow.claims['launchStage']).toMatchObject({ kind: 'DERIVED', rule: 'token.launch_stage@1' })
  expect(await stageOf('harborwatch')).toBe('MIGRATED')
  const lumen = await dossierOf('lumen')
  expect(lumen.token).not.toHaveProperty('launchStage')
  expect(lumen.claims['launchStage']).toEqual({ kind: 'UNKNOWN', reason: 'NO_SOURCE' })
  expect((await dossierOf('railhead')).claims).not.toHaveProperty('launchStage')
})

test('the first known stage of a launch is no event', async () => {
  expect(await events()).toEqual([])
})

test('a reading that fails moves nothing; the stage is told when the chain answers again', async () => {
  await world.ask('/fault', { provider: 'rpc', kind: 'server_error' })
  await world.act('launch-stage', 'burrow')
  await world.settle('burrow')
  expect(await stageOf('burrow')).toBe('CREATED')
  expect(await events()).toEqual([])
  await world.ask('/fault/clear', { provider: 'rpc' })
  await world.advance(2 * HOUR_MS)
  await world.settle('burrow')
  expect(await stageOf('burrow')).toBe('BONDING')
})

test('each stage of a launch is one live event [contract delivered type token.launch_stage_changed]', async () => {
  for (const stage of ['COMPLETED', 'MIGRATED']) {
    await world.act('launch-stage', 'burrow')
    await world.settle('burrow')
    expect(await stageOf('burrow')).toBe(stage)
    await world.settle('burrow')
  }
  const told = await events()
  const [created, ...later] = LaunchStage.enum
  expect(told).toMatchObject(
    later.map((to, place) => ({
      op: 'upsert',
      revision: 1,
      origin: 'live',
      occurredAt: null,
      precision: 'OBSERVED',
      domain: 'token',
      project: { slug: 'burrow' },
      facts: { from: [created, ...later][place], to, block: expect.any(Number) },
    })),
  )
  for (const id of told.flatMap(({ evidence }) => evidence))
    expect(await receiptOf(id)).toMatchObject({ kind: 'state', withdrawn: false })
})

test('the receipt of the token lists the logs of its launch, and that of a stage its inputs', async () => {
  const { claims } = await dossierOf('burrow')
  const kinds = ['curve_opened', 'curve_traded', 'graduated', 'pool_funded'].map((kind) => ({ kind }))
  expect(await receiptOf(String(claims['launchStage']?.['evidence']))).toMatchObject({
    recorded: { facts: { launchLogs: kinds } },
  })
  const last = (await events()).at(-1)
  expect(await receiptOf(String(last?.id))).toMatchObject({
    recorded: { fact: 'token.launch_stage', value: 'MIGRATED', inputs: { logs: kinds } },
  })
})
