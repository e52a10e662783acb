import { describe, expect, test } from 'vitest'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { beginningsOf, nearestNames } from './nearest-names.ts'
import type { ProjectCandidate } from './project-candidate.ts'

const TOKEN = { address: `0x${'1'.repeat(40)}` as ContractAddress, symbol: null, symbolDeclared: null }

function projectOf(slug: string, given: Partial<ProjectCandidate> = {}): ProjectCandidate {
  return {
    slug: slug as Slug,
    name: slug,
    by: 'part_of_name',
    token: null,
    activity: 'UNKNOWN',
    researchLevel: null,
    ...given,
  }
}

describe('the beginnings under which a misspelt name is searched', () => {
  test.each([
    ['lumenn', ['lumen', 'lume', 'lum']],
    ['lumen', ['lume', 'lum']],
    ['lume', ['lum']],
    ['lum', []],
    ['lu', []],
    ['', []],
  ])('of %j are %j', (words, beginnings) => {
    expect(beginningsOf(words)).toEqual(beginnings)
  })
})

describe('the nearest names', () => {
  const near = (words: string, ...found: ProjectCandidate[]) =>
    nearestNames(words, found).map(({ slug }) => slug)

  test('name a project by slug and name alone', () => {
    expect(nearestNames('lumenn', [projectOf('lumen', { name: 'Lumen', token: TOKEN })])).toEqual([
      { slug: 'lumen', name: 'Lumen' },
    ])
  })

  test.each([
    ['one wrong letter in three', 'lum', 'lux', true],
    ['one wrong letter in two', 'lu', 'lx', false],
    ['two wrong letters in six', 'lumens', 'lumexx', true],
    ['three wrong letters in six', 'lumens', 'lumxxx', false],
    ['two wrong letters in five', 'lumen', 'lumxx', false],
    ['other capitals', 'LUMEN', 'lumen', true],
  ])('allow %s: %s for %s is %s', (_, words, slug, isNear) => {
    expect(near(words, projectOf(slug))).toEqual(isNear ? [slug] : [])
  })

  test.each([
    ['the name', { name: 'Lumen' }],
    ['the symbol on the chain', { token: { ...TOKEN, symbol: 'LUMEN' } }],
    ['the declared symbol', { token: { ...TOKEN, symbolDeclared: 'LUMEN' } }],
  ])('compare %s too', (_, given) => {
    expect(near('lumenx', projectOf('another-project', { name: 'Another', ...given }))).toEqual([
      'another-project',
    ])
  })

  test('are the three nearest, then by slug, each project once', () => {
    const [exact, b, a, c] = ['lumens', 'lumenb', 'lumena', 'lumenc'].map((slug) => projectOf(slug))
    expect(near('lumens', c as ProjectCandidate, ...([b, a, exact, exact] as ProjectCandidate[]))).toEqual([
      'lumens',
      'lumena',
      'lumenb',
    ])
  })
})
