import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getInterfaces } from '#records/contracts/interfaces.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { useProviderWorld } from '#test/providers/provider-world.ts'
import { answerNamed, expectAllUsed, PROXY_CASES, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { sourcifyContract } from './contract.ts'

const recorded = await recordedAnswers('sourcify')
const morning = toInstant('2026-11-20T06:00:00Z')
const noon = toInstant('2026-11-20T12:00:00Z')
/** The contract of the documentation's examples. */
const contract = '0xdfebad708f803af22e81044ad228ff77c83c935c' as ContractAddress
const world = useProviderWorld()
let stored: StoredProject
const { parserThread } = world

beforeEach(async () => {
  stored = await storeProject({ kind: 'explorer', locator: contract }, world.database)
})

function read(answer: Scripted, now: Instant) {
  world.server.answer = () => answer
  const one = { collector: sourcifyContract, stored, locator: `sourcify:${contract}`, now }
  return readOnce(one, {
    deps: { parserThread, providers: { sourcifyUrl: world.server.url } },
    database: world.database,
  })
}
const readNamed = (name: string, now: Instant) => read(answerNamed(name, recorded), now)
const storedRows = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getInterfaces }, world.database)).map(
    ({ functions, match, verifiedAt, supersededAt }) => ({ functions, match, verifiedAt, supersededAt }),
  )

const VERIFIED: readonly (readonly [name: string, match: string])[] = [
  ['exact-match', 'exact'],
  ['match', 'partial'],
  ['runtime-match', 'exact'],
]
const REFUSALS: readonly (readonly [name: string, outcome: string, detail: string])[] = [
  ['abi-placeholder', 'unavailable', 'the answer describes no contract'],
  ['without-fields', 'unavailable', 'the answer describes no contract'],
  ['another-contract', 'unavailable', 'the answer describes no contract'],
  ['first-api', 'unavailable', 'the answer describes no contract'],
  ['unsupported-chain', 'unavailable', 'refused (404)'],
  ['route-not-found', 'unavailable', 'refused (404)'],
  ['invalid-parameter', 'error', 'refused (400)'],
  ['limit', 'rate_limited', 'limited (429)'],
  ['internal-error', 'unavailable', 'server error (500)'],
  ['bad-gateway', 'unavailable', 'server error (502)'],
  ['cut', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
  ['empty-body', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
]

test('every recorded answer is used, and names its source', () => {
  const used = [...VERIFIED, ...REFUSALS].map(([name]) => name)
  expectAllUsed([...used, 'not-verified'], recorded)
})

test.each(VERIFIED)('an answer %s stores an interface with match %s', async (name, match) => {
  expect(await readNamed(name, noon)).toMatchObject({ outcome: 'fresh' })
  expect(await storedRows()).toEqual([
    { functions: 2, match, verifiedAt: '2024-07-24T12:00:00.000Z', supersededAt: null },
  ])
})

test('[R32] the documented 404 says "not verified", twice before an interface ends', async () => {
  await readNamed('exact-match', morning)
  expect(await readNamed('not-verified', noon)).toMatchObject({ outcome: 'fresh', detail: 'not verified' })
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
  const later = addMs(noon, 7_200_000)
  await readNamed('not-verified', later)
  expect(await storedRows()).toMatchObject([{ supersededAt: later }])
})

test.each(REFUSALS)('[R27] [R30] an answer %s is %s and ends no interface', async (name, outcome, detail) => {
  await readNamed('exact-match', morning)
  for (const hours of [0, 2, 4])
    expect(await readNamed(name, addMs(noon, hours * 3_600_000))).toMatchObject({ outcome, detail })
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
})

test.each(PROXY_CASES)('[R27] a proxy’s answer %s is %s', async (_, outcome, answer) => {
  await readNamed('exact-match', morning)
  expect(await read(answer, noon)).toMatchObject({ outcome })
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
})
