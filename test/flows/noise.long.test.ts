import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

type Ship = {
  readonly kind: string
  readonly version: string | null
  readonly countsAs: string | null
  readonly notCountedReason?: string
  readonly occurredAt: string
  readonly codeWeek?: { readonly weekStart: string; readonly commits: number }
}

const world = await forFile(openWorld({ reading: ['blankslate', 'graftwood', 'oldmill', 'opaline'] }))
const reads = readsOf(world)

async function shipsOf(slug: string): Promise<readonly Ship[]> {
  const { body } = await world.get(`/api/ships?project=${slug}&limit=20`)
  return body['items'] as Ship[]
}
/** The status, the last activity, the counted ships and the weekly commits of a project. */
async function counted(slug: string) {
  const { status, lastActivityAt, meaningfulShips30d } = (await world.get(`/api/projects/${slug}`)).body
  const weeks = (await shipsOf(slug)).flatMap(({ codeWeek }) => codeWeek ?? [])
  const commits = weeks.map((week) => week.commits).filter((count) => count > 0)
  return { status, lastActivityAt, meaningfulShips30d, commits }
}

test('[R83] a proxy that goes to an earlier implementation and back has two upgrades, one of which counts', async () => {
  const upgrades = (await shipsOf('gantry')).filter(({ kind }) => kind === 'upgrade')
  const [newest] = upgrades
  const thereAndBack = upgrades.filter(({ occurredAt }) => occurredAt === newest?.occurredAt)
  expect(thereAndBack.map((ship) => ship.notCountedReason ?? ship.countsAs)).toEqual([
    'upgrade',
    'same_second',
  ])
})

test('[R86] [R87] a fork has neither the commits that it took over nor those that its upstream made later', async () => {
  const before = await counted('graftwood')
  expect(before.commits.length).toBeGreaterThan(2)
  const weeks = (await shipsOf('graftwood')).flatMap(({ codeWeek }) => codeWeek?.weekStart ?? [])
  const { body } = await world.ask('/observe', { provider: 'github', path: '/repos/graftwood/client' })
  const { created_at: createdAt } = JSON.parse(String(body)) as { created_at: string }
  expect(weeks.filter((week) => Date.parse(week) + 7 * 24 * HOUR_MS <= Date.parse(createdAt))).toEqual([])
  await world.act('sync-fork', 'graftwood')
  await world.settle('graftwood')
  expect(await counted('graftwood')).toEqual(before)
})

test('[R88] a first commit of four hundred files is recorded and does not count', async () => {
  await world.act('import-code', 'blankslate')
  await world.settle('blankslate')
  expect(await shipsOf('blankslate')).toMatchObject([
    { kind: 'code_week', countsAs: null, notCountedReason: 'no_substantive_change' },
  ])
})

test('[R89] a turnover above twenty times the liquidity is not believed', async () => {
  expect(await reads.card('opaline')).toMatchObject({ market_status: { status: 'LIVE' } })
  await world.act('volume-spike', 'opaline')
  await world.act('volume-spike', 'opaline')
  await world.advance(HOUR_MS)
  await world.advance(HOUR_MS)
  expect(await reads.card('opaline')).toMatchObject({ market_status: { status: 'INSUFFICIENT_DATA' } })
})

test('[R92] a release of a version alone, and its package with the same content, are no work', async () => {
  await world.act('release', 'oldmill')
  // Of two releases in one second, nothing says which came first.
  await world.advance(HOUR_MS)
  await world.settle('oldmill')
  const { meaningfulShips30d, commits: earlier } = await counted('oldmill')
  const { details } = await world.act('release-version', 'oldmill')
  await world.settle('oldmill')
  const { tag, packages } = details as { tag: string; packages: readonly string[] }
  expect(packages).toHaveLength(1)
  const released = (await shipsOf('oldmill')).find(({ version }) => version === tag)
  expect(released).toMatchObject({ countsAs: null, notCountedReason: 'adds_nothing' })
  const [thisWeek = 0, ...weeks] = earlier
  expect(await counted('oldmill')).toMatchObject({ meaningfulShips30d, commits: [thisWeek + 1, ...weeks] })
})
