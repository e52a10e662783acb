import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { sourcesOf } from './sources.ts'

const NOW = toInstant('2026-12-02T10:00:00Z')

function drawnOf(statements: readonly object[]): string {
  const answers = {
    dossier: { slug: 'lumen', sources: [], statements },
    contracts: {},
  } as unknown as ProjectAnswers
  return sourcesOf(answers, aSheet(NOW)).toString()
}

const TOKEN = '0x4c36a959022a99cc3b5f5bac4809efd45d98c796'
const EXPLORERS = ['blockscout', 'sourcify'].flatMap((provider) =>
  [TOKEN, '0x189f023dd34e27914e373dc4cdbbb2e949f5f7bf'].map((contract) => ({
    id: `source:${provider}-${contract.slice(2, 6)}`,
    kind: 'explorer',
    locator: `${provider}:${contract}`,
    url: null,
    establishedBy: 'token_identity',
    counted: false,
    notCountedReason: 'It is not a building source.',
  })),
)
const sourcesDrawn = (sources: readonly object[]) =>
  sourcesOf(
    {
      dossier: { slug: 'lumen', sources },
      contracts: { items: [{ contract: TOKEN }] },
    } as unknown as ProjectAnswers,
    aSheet(NOW),
  ).toString()

test('sources that do not count for one reason say it once, and each has its address and its receipt', () => {
  const drawn = sourcesDrawn(EXPLORERS)
  expect(drawn.split('It is not a building source.')).toHaveLength(2)
  expect(drawn).toContain('<summary>4 sources of the kind explorer, at Blockscout and Sourcify</summary>')
  expect(drawn.split('>receipt</a>')).toHaveLength(5)
  expect(drawn).toContain(`<a href="/contracts/4663/${TOKEN}"><code><span class="short"`)
  expect(drawn).toContain('0x189f…f7bf')
  expect(drawn).not.toContain('/contracts/4663/0x189f')
})

test('sources that count, and a few that do not, each say why', () => {
  const drawn = sourcesDrawn(EXPLORERS.slice(0, 2))
  expect(drawn.split('It is not a building source.')).toHaveLength(3)
  expect(drawn).not.toContain('<details>')
  const counted = EXPLORERS.map(({ notCountedReason: _, ...source }) => ({ ...source, counted: true }))
  expect(sourcesDrawn(counted).split('; counts')).toHaveLength(5)
})

test.each([
  ['a fork', { fork: true, upstream: 'base/base' }, 'a fork of '],
  ['a fork of something that its host does not name', { fork: true }, 'a fork, established by'],
  ['no fork', { fork: false }, undefined],
  ['a repository that was not read yet', {}, undefined],
])('a repository is named a fork, with what it was made from: %s', (_, given, words) => {
  const repository = {
    ...EXPLORERS[0],
    kind: 'github_repository',
    locator: 'own/own',
    counted: true,
    ...given,
  }
  const drawn = sourcesDrawn([repository])
  expect(drawn).toContain('established by')
  if (words === undefined) expect(drawn).not.toContain('a fork')
  else expect(drawn).toContain(words)
  if ('upstream' in given) expect(drawn).toContain('base/base')
})

test('a narrative is named as one, not set as a sentence that someone wrote', () => {
  const statements = [
    { id: 'claim:1', kind: 'narrative', by: 'operator', statement: 'real-world', observedAt: NOW },
  ]
  const drawn = drawnOf(statements)
  expect(drawn).toContain('Narrative: <bdi class="said">real-world</bdi>')
  expect(drawn).not.toContain('<q')
})

test.each([
  [
    'that failed its check',
    { kind: 'token_signed', by: 'signature', outcome: 'wrong_signature' },
    'by signature, outcome: wrong signature',
  ],
  ['that was not checked', { kind: 'token_signed', by: 'signature' }, 'by signature, not checked yet'],
  ['that a site made', { kind: 'token_named', by: 'site' }, 'by site'],
])('a statement %s says so', (_, stated, words) => {
  const statements = [{ id: 'claim:1', statement: 'Ours.', observedAt: NOW, ...stated }]
  const text = drawnOf(statements).replace(/<[^>]+>/g, '')
  expect(text).toMatch(new RegExp(`Ours\\..* ${words} +receipt`))
})
