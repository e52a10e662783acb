import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { citedBy, compareReceipts } from '#test/world/receipt-values.ts'
import { bodyOf, listOf, readBody, readShown } from '#test/world/shown-answers.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld())
const shown = await readShown(world)
const compared = await compareReceipts(shown, world)

test.each([
  ['a ship has its kind and time, on every surface', /^ship$/, 300],
  ['a market has the figure, provider and time of every claim that cites it', /^(figure|reading)$/, 100],
  ['a market status has the reading that shows it', /^market status$/, 40],
  ['a statement has its words and the contract that it names', /^statement$/, 40],
  ['a change has what the change says', /^(build|contract|research|lock)\.|_changed$/, 200],
] as const)('[R68] the receipt of %s', (_, kind, more) => {
  const ofKind = compared.filter((one) => kind.test(one.kind))
  expect(ofKind.length).toBeGreaterThan(more)
  for (const { at, shown: value, held } of ofKind) expect([at, held]).toEqual([at, value])
})

test('[R68] changes of each of these types are compared with their receipts', () => {
  const types = new Set(compared.flatMap(({ kind }) => (kind.includes('.') ? [kind] : [])))
  expect([...types].toSorted()).toEqual([
    'build.accelerating',
    'build.code_activity',
    'build.release',
    'build.ship',
    'build.slowing',
    'contract.deployed',
    'contract.implementation_changed',
    'contract.method_first_observed',
    'contract.source_verified',
    'lock.observed',
    'lock.unlock_due',
    'lock.withdrawn',
  ])
})

test('[R69] a market that is not believed has no figure on its card, and its readings say why', () => {
  const doubted = shown.dossiers.filter(
    ([, body]) => bodyOf(bodyOf(body['claims'])['marketStatus'])['reason'] === 'WITHHELD',
  )
  expect(doubted.length).toBeGreaterThan(0)
  for (const [at, body] of doubted) {
    expect([at, body['marketDoubt']]).toEqual([at, expect.any(String)])
    for (const field of ['marketCap', 'liquidity', 'volume24h']) expect(body, at).not.toHaveProperty(field)
    const doubts = listOf(bodyOf(body['market'])['readings']).map(({ doubt }) => doubt)
    expect(doubts, at).toContain(body['marketDoubt'])
  }
})

test('[R73] a mismatch rests on a counted site that was read', async () => {
  const mismatched = shown.dossiers.filter(([, body]) => body['tokenVerification'] === 'MISMATCH')
  expect(mismatched.length).toBeGreaterThan(0)
  for (const [at, body] of mismatched) {
    const id = String(citedBy(body, 'tokenVerification'))
    const { source } = await readBody(`/api/evidence/${encodeURIComponent(id)}`, world)
    const site = listOf(body['sources']).find(({ id }) => id === bodyOf(source)['id'])
    expect([at, site]).toEqual([at, expect.objectContaining({ kind: 'website', counted: true })])
  }
})

test('[R75] every address of the service in an answer answers', async () => {
  const { dossiers, cards, scans, ships, changes } = shown
  const bodies = [...dossiers, ...cards, ...scans].map(([, body]) => body)
  const indexes = [await readBody('/api', world), await readBody('/api/agent', world)]
  const text = JSON.stringify([bodies, changes, ships, indexes])
  const given = new Set(text.match(/http:\/\/127\.0\.0\.1:4663[^"\s]*/g))
  const own = [...given].filter((address) => !address.includes('{')).map((address) => new URL(address))
  expect(own.length).toBeGreaterThan(100)
  const dead: string[] = []
  for (const { pathname, search } of own) {
    if ((await world.get(pathname + search)).status === 404) dead.push(pathname)
  }
  expect(dead).toEqual([])
})
