import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

const ONE = '0x4C36a959022a99CC3b5f5bac4809efd45d98c796'
const TWO = `0x${'1d5b'.repeat(10)}`
const HASH = `0x${'ab'.repeat(32)}`

type Row = readonly [
  text: string,
  capability: string,
  query: Readonly<Record<string, string>>,
  unread?: readonly string[],
]
const asked = (rows: readonly Row[]) => rows.map(([text, ...row]) => [text, row] as const)

test.each(
  asked([
    [`is ${ONE} the token of driftwood?`, 'verify_project', { project: 'driftwood', contract: ONE }],
    [`is driftwood's token ${ONE}`, 'verify_project', { project: "driftwood's", contract: ONE }],
    [`is ${ONE} the token of “What Changed”?`, 'verify_project', { project: 'What Changed', contract: ONE }],
    [`is “${ONE}” the token of “Lumen”?`, 'verify_project', { project: 'Lumen', contract: ONE }],
    [`compare ${ONE} and ${TWO}`, 'compare_builders', { projects: `${ONE},${TWO}` }],
    [`compare the token ${ONE} with Lumen`, 'compare_builders', { projects: `${ONE},Lumen` }],
    [`are ${ONE} and ${TWO} official?`, 'verify_project', { contract: ONE }, [TWO]],
    [`verify ${ONE} ${ONE.toLowerCase()}`, 'verify_project', { contract: ONE.toLowerCase() }],
    [`what changed at ${ONE} in the last 30 days`, 'what_changed', { contract: ONE, days: '30' }],
    [`changes at ${ONE} since c1.42`, 'what_changed', { contract: ONE, after: 'c1.42' }],
    [`what did ${ONE} ship in the last 7 days`, 'ships', { contract: ONE, days: '7' }],
    [`releases of ${ONE} in the last 30 days`, 'ships', { contract: ONE, days: '30', kind: 'release' }],
    [
      `is ${ONE} a scam in the last 30 days`,
      'verify_project',
      { contract: ONE },
      ['scam', 'in the last 30 days'],
    ],
  ]),
)('an address is not all that is read of a question: %s', (text, [capability, query, unread = []]) => {
  expect(readQuestion(text)).toEqual({ kind: 'asked', capability, query, unread, isClear: true })
})

test.each(
  asked([
    ['verify 0x4c36', 'verify_project', { contract: '0x4c36' }],
    [`verify ${ONE.slice(0, -2)}`, 'verify_project', { contract: ONE.slice(0, -2) }],
    [`what changed at ${HASH}?`, 'what_changed', { contract: HASH }],
    ['releases of 0x4C36…c796', 'ships', { contract: '0x4C36…c796', kind: 'release' }],
    ['is 0x4c36...c796 official?', 'verify_project', { contract: '0x4c36...c796' }],
    ['is 4663:0x4c36 the token of Lumen?', 'verify_project', { project: 'Lumen' }, ['4663:0x4c36']],
    [`is ${ONE} the same as 0x4c36?`, 'verify_project', { project: 'same', contract: ONE }, ['0x4c36']],
    ['compare 0x4c36 and Lumen', 'compare_builders', { projects: '0x4c36,Lumen' }],
    ['is 0x still building?', 'builder_status', { project: '0x' }],
    ['is 0xlumen still building?', 'builder_status', { project: '0xlumen' }],
    ['is 0xbeef-finance still building?', 'builder_status', { project: '0xbeef-finance' }],
    ['is “0xbeef” still building?', 'builder_status', { project: '0xbeef' }],
  ]),
)('a part of an address is no name and no address: %s', (text, [capability, query, unread = []]) => {
  expect(readQuestion(text)).toEqual({ kind: 'asked', capability, query, unread, isClear: true })
})

test.each(
  asked([
    ['What happened to Lumen last year', 'what_changed', { project: 'Lumen' }, ['last year']],
    ['What happened to Lumen this year?', 'what_changed', { project: 'Lumen' }, ['this year']],
    ['What changed in recent weeks at Lumen', 'what_changed', { project: 'Lumen' }, ['in recent weeks']],
    ['what changed in the last 3 months', 'what_changed', {}, ['in the last 3 months']],
    ['what changed at lumen in 48 hours', 'what_changed', { project: 'lumen' }, ['in 48 hours']],
    ['what changed at lumen last two weeks', 'what_changed', { project: 'lumen' }, ['last two weeks']],
    [
      'what changed at lumen last week and this month',
      'what_changed',
      { project: 'lumen', days: '7' },
      ['this month'],
    ],
    [
      'changes at lumen since c1.42 and c1.50',
      'what_changed',
      { project: 'lumen', after: 'c1.42' },
      ['c1.50'],
    ],
    ['did Lumen ship this year?', 'builder_status', { project: 'Lumen' }, ['this year']],
    ['is lumen shipping this year', 'builder_status', { project: 'lumen' }, ['this year']],
    ['releases of lumen since c1.42', 'ships', { project: 'lumen', kind: 'release' }, ['since c1.42']],
    [
      'releases of lumen since 2026-11-01',
      'ships',
      { project: 'lumen', kind: 'release' },
      ['since 2026-11-01'],
    ],
    ['compare lumen and gantry last week', 'compare_builders', { projects: 'lumen,gantry' }, ['last week']],
    ['compare lumen and gantry today', 'compare_builders', { projects: 'lumen,gantry' }],
    ['Research Year', 'research_project', { project: 'Year' }],
  ]),
)('a time that is not read is said: %s', (text, [capability, query, unread = []]) => {
  expect(readQuestion(text)).toEqual({ kind: 'asked', capability, query, unread, isClear: true })
})

test.each(
  asked([
    ['Is Lumen a scam and does it ship?', 'builder_status', { project: 'Lumen' }, ['scam']],
    ['Is Lumen audited and what changed?', 'what_changed', { project: 'Lumen' }, ['audited']],
    ['is it safe to say what is unknown about Lumen', 'unknowns', { project: 'Lumen' }, ['safe']],
    ['Is Lumen building and what changed?', 'what_changed', { project: 'Lumen' }, ['building']],
    [
      'what shipped at Lumen last week? is it verified?',
      'ships',
      { project: 'Lumen', days: '7' },
      ['verified'],
    ],
    ['Is Lumen active and did it ship?', 'builder_status', { project: 'Lumen' }],
    [
      'compare what changed at lumen and gantry',
      'compare_builders',
      { projects: 'lumen,gantry' },
      ['changed'],
    ],
    ['is trust-wallet the official token?', 'verify_project', { project: 'trust-wallet' }],
  ]),
)('a verdict and a second question are said: %s', (text, [capability, query, unread = []]) => {
  expect(readQuestion(text)).toEqual({ kind: 'asked', capability, query, unread, isClear: true })
})

test.each(
  asked([
    ['compare "Lumen" and Gantry', 'compare_builders', { projects: 'Lumen,Gantry' }],
    ['compare Gantry with “Old Mill” or so', 'compare_builders', { projects: 'Gantry,Old Mill' }],
    [
      'compare “Salt, Pepper” and stuff “Lumen”',
      'compare_builders',
      { projects: 'Salt  Pepper,Lumen' },
      ['stuff'],
    ],
    ['compare “Lumen”', 'research_project', { project: 'Lumen' }, ['compare']],
    ['Is “Gantry” or Lumen building?', 'builder_status', { project: 'Gantry' }, ['Lumen']],
    [
      'what changed at “Lumen” and “Gantry” this week',
      'what_changed',
      { project: 'Lumen', days: '7' },
      ['Gantry'],
    ],
    ['Did “Lumen” release “v1.56.0”?', 'ships', { project: 'Lumen', kind: 'release' }, ['v1.56.0']],
    ['IS “LUMEN” ALIVE?', 'research_project', { project: 'LUMEN' }, ['ALIVE']],
  ]),
)('names beside one between quotes are read or said: %s', (text, [capability, query, unread = []]) => {
  expect(readQuestion(text)).toEqual({ kind: 'asked', capability, query, unread, isClear: true })
})
