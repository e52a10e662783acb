import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

const ADDRESS = '0xAbCd00000000000000000000000000000000ef01'

test.each([
  [ADDRESS, 'verify_project', { contract: ADDRESS }],
  [`Is ${ADDRESS} the official token?`, 'verify_project', { contract: ADDRESS }],
  [`4663:${ADDRESS}`, 'verify_project', { contract: `4663:${ADDRESS}` }],
  [`What is unknown about ${ADDRESS}?`, 'unknowns', { contract: ADDRESS }],
  ['Compare Lumen and Ember', 'compare_builders', { projects: 'Lumen,Ember' }],
  ['lumen vs. ember', 'compare_builders', { projects: 'lumen,ember' }],
  ['Lumen versus Ember, Harbour and Kelp?', 'compare_builders', { projects: 'Lumen,Ember,Harbour,Kelp' }],
  ['What is the difference between Lumen and Ember?', 'compare_builders', { projects: 'Lumen,Ember' }],
  ['compare "Salt and Pepper" with "Ember"', 'compare_builders', { projects: 'Salt and Pepper,Ember' }],
  ['"Harbour" Versus "Ember"', 'compare_builders', { projects: 'Harbour,Ember' }],
  [
    'compare salt-and-pepper and ship-to-shore',
    'compare_builders',
    { projects: 'salt-and-pepper,ship-to-shore' },
  ],
  ['What changed?', 'what_changed', {}],
  [
    'What changed at Lumen Bridge in the last 7 days?',
    'what_changed',
    { project: 'Lumen Bridge', days: '7' },
  ],
  ['Anything new at Lumen since last week', 'what_changed', { project: 'Lumen', days: '7' }],
  ['what happened to lumen in the past 2 weeks', 'what_changed', { project: 'lumen', days: '14' }],
  ['changes at lumen last 12 weeks', 'what_changed', { project: 'lumen', days: '84' }],
  ['What changed at Lumen since 14 days ago?', 'what_changed', { project: 'Lumen', days: '14' }],
  ['What has happened since yesterday?', 'what_changed', { days: '2' }],
  ['What changed at Salt(last week)Harbour?', 'what_changed', { project: 'Salt Harbour', days: '7' }],
  ['changes at Salt(c1.42)Harbour', 'what_changed', { project: 'Salt Harbour', after: 'c1.42' }],
  ['Tell me about ((Lumen)) !!', 'research_project', { project: 'Lumen' }],
  ['changes since c1.42', 'what_changed', { after: 'c1.42' }],
  ['What is unknown about Lumen?', 'unknowns', { project: 'Lumen' }],
  ['What is not known of Lumen', 'unknowns', { project: 'Lumen' }],
  ['Is Lumen still building?', 'builder_status', { project: 'Lumen' }],
  ['how active is the Harbour project', 'builder_status', { project: 'Harbour' }],
  ['Is House of Light alive?', 'builder_status', { project: 'House of Light' }],
  ['What has $LUM shipped?', 'builder_status', { project: '$LUM' }],
  ['Is Lumen verified?', 'verify_project', { project: 'Lumen' }],
  ['Lumen', 'research_project', { project: 'Lumen' }],
  ['Tell me about the Harbour project, please.', 'research_project', { project: 'Harbour' }],
  ['Research Harbour Wallet', 'research_project', { project: 'Harbour Wallet' }],
  ['New Harbour', 'research_project', { project: 'New Harbour' }],
  ['Price Oracle', 'research_project', { project: 'Price Oracle' }],
  ['research new-harbour', 'research_project', { project: 'new-harbour' }],
  ['Is lumen-wallet active?', 'builder_status', { project: 'lumen-wallet' }],
  ['tell me about ship.fun', 'research_project', { project: 'ship.fun' }],
  ['research "price oracle"', 'research_project', { project: 'price oracle' }],
  ['What is known about “What Changed”?', 'research_project', { project: 'What Changed' }],
  ['[R135] Why is driftwood unknown?', 'unknowns', { project: 'driftwood' }],
  ['[R135] Show evidence for lumen being active', 'builder_status', { project: 'lumen' }],
  ['[R135] Is lumen more active than gantry?', 'compare_builders', { projects: 'lumen,gantry' }],
  ['[R136] What shipped at Lumen last week?', 'ships', { project: 'Lumen', days: '7' }],
  ['[R136] What shipped last week?', 'ships', { days: '7' }],
  [
    '[R136] Which releases did gantry make in the last 3 days?',
    'ships',
    { project: 'gantry', days: '3', kind: 'release' },
  ],
  ['[R136] When was the last release of gantry?', 'ships', { project: 'gantry', kind: 'release' }],
  ['[R136] Who builds on gantry?', 'built_on', { project: 'gantry' }],
  ['[R136] what does lumen build on?', 'built_on', { project: 'lumen' }],
  ['[R136] Is Lumen shipping today?', 'ships', { project: 'Lumen', days: '1' }],
  ['[R136] Is Lumen active today?', 'builder_status', { project: 'Lumen' }],
])('%s', (titled, capability, query) => {
  const text = titled.replace(/^\[R\d+\] /, '')
  expect(readQuestion(text)).toEqual({ kind: 'asked', capability, query, unread: [], isClear: true })
})

test.each([
  'What is the price of Lumen?',
  'Give me a price prediction for LUM',
  'Will Lumen go up this week?',
  'Will it reach 10x?',
  'Should I buy Lumen?',
  'buy or sell?',
  'Is Lumen a good investment?',
  'Which wallets hold Lumen?',
  'Wallet analysis of 0x1111111111111111111111111111111111111111',
  'what are whales doing',
  'top holders of LUM',
  'Any advice on Lumen?',
  'Price?',
  'Price of Lumen',
  'buy/sell?',
])('[agents 36] is not offered: %s', (text) => {
  expect(readQuestion(text)).toEqual({ kind: 'not_offered' })
})

test.each(['', '  \n', 'Hello', 'Who are you?', 'What is unknown?', '?!', 'a '.repeat(400)])(
  'is not understood: %j',
  (text) => {
    expect(readQuestion(text)).toEqual({ kind: 'not_understood' })
  },
)

test.each([
  ['Is LUM a scam?', 'verify_project', { project: 'LUM' }, ['scam']],
  ['Is Lumen safe and audited?', 'verify_project', { project: 'Lumen' }, ['safe', 'audited']],
  ['Is Lumen still building this week?', 'builder_status', { project: 'Lumen' }, ['this week']],
  ['What is unknown about Lumen since yesterday', 'unknowns', { project: 'Lumen' }, ['since yesterday']],
])('[R136] names the words that it leaves out: %s', (text, capability, query, unread) => {
  expect(readQuestion(text)).toMatchObject({ kind: 'asked', capability, query, unread })
})

test.each([
  'which projects are shipping',
  'List all projects in defi',
  'Show me the builders of this chain',
  'list new projects',
  'newest projects this week',
  'Which project shipped most this month?',
])('[R135] a list of projects is not understood: %s', (text) => {
  expect(readQuestion(text)).toEqual({ kind: 'not_understood' })
})

test.each([
  ['which projects build on Lumen', 'built_on', 'Lumen'],
  ['What projects does lumen depend on?', 'built_on', 'lumen'],
  ['which project is LUM', 'research_project', 'LUM'],
])('[R135] a question about one project is no list: %s', (text, capability, project) => {
  expect(readQuestion(text)).toMatchObject({ kind: 'asked', capability, query: { project }, unread: [] })
})

const harbours = (count: number, between = ' ') =>
  Array.from({ length: count }, () => 'Harbour').join(between)
const LONG = `Harbour of ${'x'.repeat(109)}`
test.each([
  ['has 120 characters, whole', LONG, LONG],
  ['is longer, without its common words', harbours(9, ' of The '), harbours(9)],
  ['is longer without them too, up to the last word that fits', `s${harbours(20)}`, `s${harbours(15)}`],
])('a name in words that %s', (_, words, project) => {
  expect(readQuestion(`Research ${words}`)).toMatchObject({
    capability: 'research_project',
    query: { project },
  })
})

test('[R135] words that say nothing of what is asked are unclear', () => {
  expect(readQuestion('lorem ipsum dolor sit amet')).toMatchObject({ isClear: false })
  expect(readQuestion('Research lorem ipsum dolor sit')).toMatchObject({ isClear: true })
})
