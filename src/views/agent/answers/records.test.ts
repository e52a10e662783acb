import { describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import * as given from '#test/given/described-project.ts'
import type { Named } from '../subject.ts'
import { builtOnAnswer } from './built-on.ts'
import { unknownsAnswer } from './unknowns.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }
const at = (path: string) => `https://svc.example/api/projects/lumen${path}`
const named: Named = { slug: 'lumen' as Slug, name: 'Lu*men', matchedBy: 'name', words: 'Lu*men' } as never
const query = { text: 'asked' } as never
const CITED = '“Lumen” (https://svc.example/projects/lumen)'

describe('what a project builds on', () => {
  const link = { project: { slug: 'g', name: 'G' }, statement: 's', observedAt: READ, evidenceId: 'claim:1' }
  const answered = (buildsOn: object, builtOnBy: object, other?: object) => {
    const project = { slug: 'lumen', name: 'Lumen' }
    const about = { ...named, ...(other !== undefined && { other }) } as Named
    const builtOn = { project, buildsOn, builtOnBy } as never
    return builtOnAnswer({ named: about, query, builtOn, now: NOW }, site)
  }
  test('has the number of reviewed statements each way', () => {
    const answer = answered({ total: 1, items: [link] }, { total: 2, items: [link, link], truncated: true })
    expect(answer).toMatchObject({
      answer:
        '2 reviewed statements say that a project builds on “Lumen”. 1 reviewed statement says that “Lumen” builds on another project. None is a partnership or an interaction on the chain.',
      capability: 'built_on',
      truncated: true,
      unknowns: [],
      freshness: [],
      data: {},
      next: `GET ${at('/built-on')} lists every statement.`,
      links: [
        { name: 'Built on', url: at('/built-on') },
        { name: 'Dossier', url: at('') },
      ],
      asOf: NOW,
      citation: { text: `Evidence Research Service, built_on of ${CITED}, as of ${NOW}.` },
    })
    expect(answered({ total: 1, truncated: true }, {}).truncated).toBe(true)
    expect(answered({ total: 1, items: [] }, { total: 0, items: [] }).truncated).toBe(false)
  })

  const of = (slug: string) => ({ ...link, project: { slug, name: slug.toUpperCase() } })
  test.each([
    ['one direction', [of('a'), of('g')], [of('b')], '“Lumen” builds on “G”.', ['g', 'a', 'b']],
    ['the other', [of('b')], [of('a'), of('g')], '“G” builds on “Lumen”.', ['g', 'b', 'a']],
  ])('of a second project is answered first, in %s', (_, buildsOn, builtOnBy, says, slugs) => {
    const other = { slug: 'g', name: 'G' }
    const { answer, claims } = answered({ items: buildsOn }, { items: builtOnBy }, other)
    expect(answer.startsWith(`A reviewed statement says that ${says} `)).toBe(true)
    expect(claims.map(({ value }) => Reflect.get(Object(value), 'project')?.slug)).toEqual(slugs)
  })

  test('of a second project that no statement names says nothing of either', () => {
    const other = { slug: 'g', name: 'G' }
    expect(answered({}, { items: [of('a')] }, other).answer).toContain(
      'No statement that “Lumen” or “G” builds on the other was reviewed, which says nothing of either.',
    )
    expect(answered({}, { items: [of('a')], truncated: true }, other).answer).toContain(
      'Whether “Lumen” or “G” builds on the other is not known: not every statement is read here.',
    )
  })

  test('that was not reviewed says nothing of the project', () => {
    expect(answered({ state: 'NO_SOURCE' }, { state: 'NO_SOURCE' }).answer).toContain(
      'No statement that a project builds on “Lumen” was reviewed, which says nothing of the project. No statement that “Lumen” builds on another project was reviewed',
    )
  })
})

describe('what is unknown of a project', () => {
  const project = { slug: 'lumen', name: 'Lumen', url: '' }
  const answered = (coverage: object) =>
    unknownsAnswer(
      { named, query, coverage: { project, items: [], facts: [], freshness: [], ...coverage } as never },
      site,
    )
  const stream = (provider: string, lastReadAt?: string) => ({ provider, ...(lastReadAt && { lastReadAt }) })
  test('has its number, the first with its reason, and the newest reading of each provider', () => {
    const answer = answered({
      asOf: NOW,
      items: [
        { dimension: 'building', state: 'STALE', meaning: 'Old.', asOf: READ },
        { dimension: 'market', state: 'MEASURED', meaning: 'Read.' },
      ],
      facts: [{ fact: 'activity.status', state: 'ERROR' }],
      freshness: [stream('a', READ), stream('a', NOW), stream('a', READ), stream('a'), stream('b')],
    })
    expect(answer).toMatchObject({
      capability: 'unknowns',
      asOf: NOW,
      truncated: false,
      answer: `Of “Lumen”, 2 of 3 dimensions and facts are not known, not read lately or not told. None of them is a finding. First: Its building was read in full up to ${READ}; what else changed since is not known. The reason is STALE.`,
    })
    expect(answer.freshness).toEqual([{ provider: 'a', lastReadAt: NOW }, { provider: 'b' }])
    expect(answer.data).toEqual({ scoringVersion: scoringVersion() })
    expect(answer.links.map(({ url }) => url)).toEqual([at('/coverage'), at('/explain')])
  })

  test('that nothing could read has no time: its time is that of the evaluation', () => {
    const answer = answered({
      asOf: NOW,
      items: [{ dimension: 'building', state: 'SOURCE_UNAVAILABLE', meaning: 'Fails.', asOf: NOW }],
    })
    expect(answer.unknowns.map(({ statement }) => statement)).toEqual(['What it builds is not known.'])
  })

  test('that is one thing is one', () => {
    const items = ['STALE', 'MEASURED'].map((state) => ({ dimension: 'building', state, meaning: 'Read.' }))
    expect(answered({ items }).answer).toMatch(
      /^Of “Lumen”, 1 of 2 dimensions and facts is not known, not read lately or not told\. It is no finding\. First: /,
    )
  })

  test('that is nothing says so', () => {
    const answer = answered({ items: [{ dimension: 'market', state: 'MEASURED', meaning: 'Read.' }] })
    expect(answer.answer).toBe('Of “Lumen”, every one of 1 dimensions and facts is known and told.')
    expect(answer).not.toHaveProperty('asOf')
  })
})
