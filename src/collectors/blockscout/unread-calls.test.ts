import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { getContractUse } from '#records/contracts/contract-use.ts'
import { type Sent, timeOf } from '#test/given/explored-chain.ts'
import { useExploredContract } from '#test/given/explored-contract.ts'

const POKE = '0x18178358'
const PLAY = '0x53d3ff7f'
const explored = useExploredContract()
const { methods, days, readAt } = explored
const span = async () =>
  (
    await getContractUse(
      { projectIds: [explored.stored.projectId], days: 400, sources: 'ever' },
      explored.database,
    )
  ).get(explored.stored.projectId)?.[0]?.collected

const NO_PLACE = { block_number: undefined }
const UNREAD = 'could not be read'

test.each<[string, NonNullable<Sent['odd']>]>([
  ['an outcome', { status: null }],
  ['a place in its block', { position: undefined }],
  ['an input', { raw_input: null }],
])(
  '[R31] a transaction without %s is left out after an hour, and the span begins after its block',
  async (_, odd) => {
    const sent = [
      { block: 10, selector: POKE },
      { block: 12, selector: PLAY, odd },
      { block: 30, selector: POKE },
    ]
    const failure = { outcome: 'unavailable', detail: `1 transaction ${UNREAD}` }
    expect(await readAt(40, sent)).toMatchObject(failure)
    expect(await methods()).toBeUndefined()
    expect(await readAt(41, sent)).toMatchObject({ outcome: 'fresh', partial: `1 transaction ${UNREAD}` })
    expect(await methods()).toMatchObject([
      { selector: POKE, first: { block: 30 }, firstSinceCreation: false },
    ])
    expect(await span()).toMatchObject({
      from: '2026-08-03T12:00:00.001Z',
      sinceCreation: false,
      to: timeOf(41),
    })
    const after = await readAt(41 + DAY_MS / HOUR_MS, [...sent, { block: 50, selector: PLAY }])
    expect(after).toMatchObject({ outcome: 'fresh' })
    expect(after.partial).toBeUndefined()
    expect(await span()).toMatchObject({ from: '2026-08-03T12:00:00.001Z', to: timeOf(65) })
    expect(await days()).toEqual([
      [POKE, '2026-08-04', 1],
      [PLAY, '2026-08-05', 1],
    ])
  },
)

test('[R31] a transaction that is given whole an hour later leaves no hole', async () => {
  const odd = { block: 12, selector: PLAY, odd: { status: null } }
  await readAt(40, [odd])
  expect(await readAt(41, [{ block: 12, selector: PLAY }])).toMatchObject({ outcome: 'fresh' })
  expect(await methods()).toMatchObject([{ selector: PLAY, first: { block: 12 }, firstSinceCreation: true }])
  expect(await span()).toMatchObject({ from: timeOf(2), sinceCreation: true })
})

test('[R31] no block is said to be read while a transaction may be in it whose block cannot be read', async () => {
  const first = [{ block: 10, selector: POKE }]
  await readAt(20, first)
  const unplaced = [...first, { block: 25, selector: PLAY, odd: NO_PLACE }]
  await readAt(40, unplaced)
  expect(await span()).toMatchObject({ from: timeOf(2), to: timeOf(20) })
  expect(await readAt(41, unplaced)).toMatchObject({ outcome: 'fresh', partial: `1 transaction ${UNREAD}` })
  expect(await span()).toMatchObject({ from: timeOf(41), sinceCreation: false, to: timeOf(41) })
  const later = [...unplaced, { block: 45, selector: POKE }]
  await readAt(47, later)
  await readAt(48, later)
  expect(await span()).toMatchObject({ from: '2026-08-04T21:00:00.001Z', to: timeOf(48) })
  expect(await readAt(96, [...later, { block: 95, selector: POKE }])).toMatchObject({ outcome: 'fresh' })
  expect(await span()).toMatchObject({ from: '2026-08-04T21:00:00.001Z', to: timeOf(96) })
})

test('[R31] [R37] what could not be read is known when the listing is gone on with after a failure', async () => {
  const sent = Array.from({ length: 60 }, (_, index) => ({ block: 12, index, selector: POKE }))
  const listed = [...sent, { block: 30, selector: PLAY, odd: { status: null } }]
  await readAt(40, listed)
  let asked = 0
  explored.chain.instead = (path) => {
    if (!path.includes('/transactions')) return undefined
    asked += 1
    return asked === 2 ? { status: 500, body: '' } : undefined
  }
  expect(await readAt(42, listed)).toMatchObject({ outcome: 'unavailable', detail: 'server error (500)' })
  expect(await readAt(43, listed)).toMatchObject({ outcome: 'fresh', partial: `1 transaction ${UNREAD}` })
  expect(await span()).toMatchObject({ from: '2026-08-04T06:00:00.001Z', sinceCreation: false })
})
