import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/page-sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { sourcesOf } from './sources.ts'

const NOW = toInstant('2026-12-02T10:00:00Z')

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
  const answers = { dossier: { slug: 'lumen', sources: [], statements } } as unknown as ProjectAnswers
  const text = sourcesOf(answers, aSheet(NOW))
    .toString()
    .replace(/<[^>]+>/g, '')
  expect(text).toMatch(new RegExp(`Ours\\..* ${words} +receipt`))
})
