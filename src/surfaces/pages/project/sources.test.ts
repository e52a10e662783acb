import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/page-sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { sourcesOf } from './sources.ts'

const NOW = toInstant('2026-12-02T10:00:00Z')

function drawnOf(statements: readonly object[]): string {
  const answers = { dossier: { slug: 'lumen', sources: [], statements } } as unknown as ProjectAnswers
  return sourcesOf(answers, aSheet(NOW)).toString()
}

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
