import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import type { DossierSource } from '#contract/shapes/dossier.ts'
import { projectFacts } from './linked-data.ts'

const REPOSITORY = {
  kind: 'github_repository',
  url: 'https://github.com/a/b',
  counted: true,
  establishedBy: 'mutual',
} as DossierSource
const factsWith = (sources: readonly DossierSource[]) =>
  projectFacts({ name: 'A', slug: 'a' as Slug, sources: [...sources] }, { baseUrl: 'https://svc.example' })

test('names the project, its page and the sources that are tied to it', () => {
  expect(factsWith([REPOSITORY])).toEqual({
    '@type': 'Project',
    '@id': 'https://svc.example/projects/a',
    name: 'A',
    url: 'https://svc.example/projects/a',
    sameAs: ['https://github.com/a/b'],
  })
})

test.each([
  ['not counted', { counted: false }],
  ['without an address', { url: null }],
  ['a market', { kind: 'market' }],
  ['a contract', { kind: 'contract' }],
] as const)('leaves a source out: %s', (_, change) => {
  const facts = factsWith([{ ...REPOSITORY, ...change } as DossierSource])
  expect(Object.keys(facts)).toEqual(['@type', '@id', 'name', 'url'])
})

test('without a source it does not say that there is none', () => {
  expect(factsWith([])).not.toHaveProperty('sameAs')
})
