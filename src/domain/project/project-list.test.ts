import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import { VALUATION_RULE, type ValuationConclusion } from '#domain/market/valuation.ts'
import { day } from '#test/given/build-evidence.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import type { CardEvidence } from './card-evidence.ts'
import { NEVER_SCORED } from './card-record.ts'
import { knownFacts, shownValuation, tabsOf, unknownFigures } from './project-list.ts'

const isStillBuilding = derived(true, 'still_building@1', ['ship:a'])
const mismatch = derived(
  { status: 'MISMATCH', reason: 'site_names_another' } as const,
  'token.verification@1',
  ['claim:a'],
)

function withStatus(status: 'SHIPPING' | 'ACTIVE' | 'RESUMED' | 'QUIET' | 'DORMANT'): CardEvidence {
  return { ...KNOWN, activity: derived({ status, since: day(0) }, 'activity.status@2', ['ship:a']) }
}

describe('tabs', () => {
  test.each([
    ['shipping, with a token', KNOWN, isStillBuilding, true, ['still-building', 'building-with-token']],
    ['shipping, without a token', KNOWN, isStillBuilding, false, ['still-building']],
    [
      'a token the project does not name',
      { ...KNOWN, tokenVerification: mismatch },
      isStillBuilding,
      true,
      ['still-building'],
    ],
    [
      'a token without verification',
      { ...KNOWN, tokenVerification: unknown('ERROR') },
      unknown('ERROR'),
      true,
      ['building-with-token'],
    ],
    ['quiet', withStatus('QUIET'), derived(false, 'still_building@1', ['ship:a']), true, []],
    [
      'nothing in 30 days',
      { ...withStatus('DORMANT'), meaningfulShips30d: derived(0, 'ships.counted@8', ['source:a']) },
      unknown('NO_SOURCE'),
      true,
      [],
    ],
    ['never scored', NEVER_SCORED, unknown('NOT_ENOUGH_YET'), true, []],
  ] as const)('%s', (_, card, stillBuilding, hasToken, tabs) => {
    expect(tabsOf({ card, stillBuilding, underTheRadar: false, hasToken })).toEqual(tabs)
  })
  test.each([
    ['placed so, and shipping', withStatus('ACTIVE'), true, true],
    ['placed so, quiet since', withStatus('QUIET'), true, false],
    ['placed so, its activity not known since', NEVER_SCORED, true, false],
    ['not placed so', withStatus('ACTIVE'), false, false],
  ] as const)('under the radar: %s', (_, card, underTheRadar, listed) => {
    const tabs = tabsOf({ card, stillBuilding: unknown('NO_SOURCE'), underTheRadar, hasToken: false })
    expect(tabs.includes('under-the-radar')).toBe(listed)
  })
})

describe('the known facts of a card', () => {
  const none = unknownFigures('NOT_APPLICABLE')
  test('lists each known fact once', () => {
    const figures = { ...none, liquidity: fact({ usd: 0, provider: 'x' }, ['source:a'], day(0)) }
    const sourceKinds = ['github_repository', 'github_repository', 'token', 'website'] as const
    expect(knownFacts({ card: KNOWN, figures, hasToken: true, sourceKinds })).toEqual([
      'token',
      'verifiedToken',
      'repository',
      'website',
      'ship',
      'release',
      'deployment',
      'marketStatus',
      'liquidity',
    ])
  })
  test('is empty when nothing is known', () => {
    expect(
      knownFacts({ card: NEVER_SCORED, figures: none, hasToken: false, sourceKinds: ['token'] }),
    ).toEqual([])
  })
})

describe('the valuation a card shows', () => {
  const figure = { kind: 'fdv', usd: 5, provider: 'x', observedAt: day(1) } as const
  const concluded = (claim: ValuationConclusion['claim']): ValuationConclusion => ({
    claim,
    rule: VALUATION_RULE.id,
    inputs: {},
    supportedUntil: null,
    unknownInputs: [],
    withheld: null,
    doubt: null,
  })
  test.each([
    [
      'the first figure, with its source',
      derived([figure] as const, VALUATION_RULE.id, ['source:b']),
      derived(figure, VALUATION_RULE.id, ['source:x']),
    ],
    ['none while withheld', unknown('WITHHELD'), unknown('WITHHELD')],
  ] as const)('%s', (_, claim, shown) => {
    expect(shownValuation(concluded(claim), (provider) => `source:${provider}`)).toEqual(shown)
  })
  test('is unknown without a reading to cite', () => {
    const claim = derived([figure] as const, VALUATION_RULE.id, ['source:b'])
    expect(shownValuation(concluded(claim), () => undefined)).toEqual(unknown('NOT_ENOUGH_YET'))
  })
})
