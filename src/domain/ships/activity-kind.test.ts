import { expect, test } from 'vitest'
import { day, repositoryWithShips } from '#test/given/build-evidence.ts'
import { activityStatus } from './activity.ts'

const NOW = 200
const of = (...ages: readonly number[]) =>
  repositoryWithShips(
    { from: 0, okTo: NOW },
    ages.map((age) => NOW - age),
  )

test.each([
  ['data', of(29), 'ACTIVE'],
  ['data', of(40, 44), 'ACTIVE'],
  ['data', of(31), 'NOT_APPLICABLE'],
  ['data', of(90), 'NOT_APPLICABLE'],
  ['documentation', of(90), 'NOT_APPLICABLE'],
  ['art', of(90), 'NOT_APPLICABLE'],
  ['tooling', of(90), 'DORMANT'],
  [null, of(90), 'DORMANT'],
] as const)('[R78] silence is no finding where the work is not code: %s', (kind, evidence, expected) => {
  const conclusion = activityStatus({ evidence: { ...evidence, kind }, previous: null }, day(NOW))
  const isUnknown = conclusion.claim.kind === 'UNKNOWN'
  expect(isUnknown ? conclusion.claim.reason : conclusion.status).toBe(expected)
  expect(conclusion.unknownInputs).toEqual(isUnknown ? [{ input: 'silence', reason: 'NOT_APPLICABLE' }] : [])
})

test('[R78] the silence of a project without code ends a status with UNKNOWN; without sources it has none', () => {
  const previous = { status: 'DORMANT', since: day(0) } as const
  const silent = activityStatus({ evidence: { ...of(90), kind: 'data' }, previous }, day(NOW))
  expect(silent).toMatchObject({ status: 'UNKNOWN', inputs: { kind: 'data' }, confirmed: true })
  const unwatched = { sources: [], ships: [], kind: 'data' } as const
  expect(activityStatus({ evidence: unwatched, previous: null }, day(NOW)).claim).toEqual({
    kind: 'UNKNOWN',
    reason: 'NO_SOURCE',
  })
})
