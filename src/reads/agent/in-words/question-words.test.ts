import { describe, expect, test } from 'vitest'
import { readQuestion } from './question.ts'

const askedBy = (text: string) => {
  const read = readQuestion(text)
  return read.kind === 'asked' ? read.capability : read.kind
}

describe('a word that names a capability', () => {
  test.each([
    'change',
    'changed',
    'changes',
    'happen',
    'happened',
    'happening',
    'happens',
    'new',
    'news',
    'update',
    'updates',
    'since',
  ])('asks what changed: %s', (word) => {
    expect(askedBy(`zephyr ${word}`)).toBe('what_changed')
  })

  test.each([
    'build on',
    'builds on',
    'building on',
    'built on',
    'builds upon',
    'built upon',
    'depend',
    'depends',
    'dependencies',
  ])('asks what it builds on: %s', (word) => {
    expect(askedBy(`zephyr ${word}`)).toBe('built_on')
  })

  test.each(['release', 'released', 'releases'])('asks for releases: %s', (word) => {
    expect(readQuestion(`zephyr ${word}`)).toMatchObject({
      capability: 'ships',
      query: { project: 'zephyr', kind: 'release' },
    })
  })
})

describe('a word that asks about a state', () => {
  test.each([
    'unknown',
    'unknowns',
    'missing',
    'gap',
    'gaps',
    'not known',
    'not held',
    'not measured',
    'not recorded',
    "don't know",
    'do not know',
  ])('asks what is unknown: %s', (word) => {
    expect(askedBy(`zephyr ${word}`)).toBe('unknowns')
  })

  test.each([
    'ship',
    'ships',
    'shipped',
    'shipping',
    'build',
    'builds',
    'building',
    'built',
    'active',
    'activity',
    'alive',
    'dead',
    'dormant',
    'maintained',
  ])('asks for the status: %s', (word) => {
    expect(askedBy(`zephyr ${word}`)).toBe('builder_status')
  })

  test.each([
    'verify',
    'verified',
    'official',
    'genuine',
    'fake',
    'token of',
    'scam',
    'rug',
    'rugpull',
    'legit',
    'legitimate',
    'trust',
    'trusted',
    'trustworthy',
    'safe',
    'audit',
    'audited',
  ])('asks for verification: %s', (word) => {
    expect(askedBy(`zephyr ${word}`)).toBe('verify_project')
  })
})

describe('a word that is part of another', () => {
  test.each([
    'shipment',
    'rebuild',
    'buildup',
    'activities',
    'renew',
    'knew',
    'gapless',
    'distrust',
    'auditor',
    'unreleased',
    'exchanges',
    'independent',
    'unofficial',
    'sincere',
    'undead',
    'unsafe',
    'drug',
  ])('asks nothing else of the project: %s', (word) => {
    expect(askedBy(`zephyr ${word}`)).toBe('research_project')
  })
})

test.each([
  'price',
  'prices',
  'prediction',
  'predict',
  'forecasts',
  'buy signal',
  'sell signals',
  'trade signal',
  'trading signals',
  'invest',
  'investing',
  'investment',
  'investments',
  'advice',
  'advise',
  'recommend',
  'recommends',
  'recommendation',
  'recommendations',
  'undervalued',
  'overvalued',
  'fair value',
  'wallet',
  'wallets',
  'whale',
  'whales',
  'smart money',
  'holder',
  'holders',
  'portfolio',
  'portfolios',
  'pnl',
  'profit',
  'profits',
  'buy, sell',
  'hold or buy',
  'sell, or hold',
  'good to buy',
  'safe hold',
  'worth buying',
  'best time to sell',
  'a bad investment',
  'smart to hold',
  'worth holding',
])('is not offered: zephyr %s', (word) => {
  expect(readQuestion(`zephyr ${word}`)).toEqual({ kind: 'not_offered' })
})

test.each([
  'go up',
  'go down',
  'rise',
  'fall',
  'pump',
  'dump',
  'moon',
  'crash',
  'reach',
  'hit',
  'double',
  'drop',
  'be worth',
  '10x',
])('a prediction is not offered: will zephyr %s', (word) => {
  expect(readQuestion(`will zephyr ${word}`)).toEqual({ kind: 'not_offered' })
  expect(askedBy(`zephyr ${word}`)).not.toBe('not_offered')
})

test.each(['should', 'shall', 'may', 'can', 'could'])('advice is not offered: %s I', (verb) => {
  for (const deed of ['buy', 'sell', 'hold', 'short', 'long', 'trade'])
    for (const who of ['i', 'I', 'we', 'you', 'one'])
      expect(readQuestion(`${verb} ${who} ${deed} zephyr`)).toEqual({ kind: 'not_offered' })
})

test.each([
  ['last 3 days', '3'],
  ['in the last 12 days', '12'],
  ['within the past 1 day', '1'],
  ['over the past 2 weeks', '14'],
  ['during the last 1 week', '7'],
  ['for the last 5 days', '5'],
  ['since 4 days ago', '4'],
  ['since 1 day ago', '1'],
  ['since last week', '7'],
  ['in the past week', '7'],
  ['this week', '7'],
  ['over the last month', '30'],
  ['this month', '30'],
  ['yesterday', '2'],
  ['since yesterday', '2'],
  ['today', '1'],
])('the period “%s” has %s days and is no part of the name', (period, days) => {
  expect(readQuestion(`what changed at zephyr ${period}`)).toMatchObject({
    capability: 'what_changed',
    query: { project: 'zephyr', days },
  })
})

test.each([
  'compare zephyr and mistral',
  'zephyr vs mistral',
  'zephyr versus mistral',
  'comparison of zephyr with mistral',
  'difference between zephyr, mistral',
  'compare zephyr; mistral',
  'compare zephyr to mistral',
  'compare zephyr against mistral',
  'is zephyr better than mistral',
  'is zephyr worse than mistral',
  'compare zephyr or mistral',
  'does zephyr ship less than mistral',
])('a comparison names its projects: %s', (text) => {
  const read = readQuestion(text)
  expect(read).toMatchObject({ capability: 'compare_builders' })
  const names = read.kind === 'asked' ? (read.query['projects'] ?? '').split(',') : []
  expect([names[0]?.split(' ')[0], names.at(-1)]).toEqual(['zephyr', 'mistral'])
})

test('a question is at most 500 characters', () => {
  const longest = `research zephyr${' the'.repeat(121)}.`
  expect(longest).toHaveLength(500)
  expect(readQuestion(longest)).toMatchObject({ kind: 'asked', query: { project: 'zephyr' } })
  expect(readQuestion(`${longest}.`)).toEqual({ kind: 'not_understood' })
})
