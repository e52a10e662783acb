import { describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { RELEASE } from '#test/card-evidence.ts'
import * as given from '#test/described-project.ts'
import type { Named } from '../subject.ts'
import { builtOnAnswer } from './built-on.ts'
import { shipsAnswer } from './ships.ts'
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
  const answered = (buildsOn: object, builtOnBy: object) => {
    const project = { slug: 'lumen', name: 'Lumen' }
    return builtOnAnswer({ named, query, builtOn: { project, buildsOn, builtOnBy } as never }, site)
  }
  test('has the number of reviewed statements each way', () => {
    const answer = answered({ total: 1, items: [link] }, { total: 2, items: [link, link], truncated: true })
    expect(answer).toMatchObject({
      answer:
        '2 reviewed statements say it on “Lumen”. 1 reviewed statement says it of what “Lumen” builds on. None is a partnership or an interaction on the chain.',
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
      citation: { text: `Evidence Research Service, built_on of ${CITED}.` },
    })
    expect(answered({ total: 1, truncated: true }, {}).truncated).toBe(true)
    expect(answered({ total: 1, items: [] }, { total: 0, items: [] }).truncated).toBe(false)
  })

  test('that was not reviewed says nothing of the project', () => {
    expect(answered({ state: 'NO_SOURCE' }, { state: 'NO_SOURCE' }).answer).toContain(
      'No statement on “Lumen” was reviewed, which says nothing of the project. No statement of what',
    )
  })
})

describe('the ships that count', () => {
  const ship = {
    project: { slug: 'lumen', name: 'Lumen' },
    displayTitle: 'v2',
    source: {},
    evidenceId: RELEASE,
  }
  const answered = (page: object, question: object = {}, of: { readonly named?: Named } = { named }) =>
    shipsAnswer(
      {
        named: of.named,
        contract: given.TOKEN,
        query,
        filters: { until: NOW, ...question },
        page: { items: [ship], nextOffset: null, ...page } as never,
      },
      site,
    )
  test('of a project in a span, of one kind, have their number and where the next ones are', () => {
    const answer = answered({ total: 4, nextOffset: 1 }, { kind: 'release', since: READ })
    const url = `https://svc.example/api/ships?project=lumen&kind=release&since=${READ}&until=${NOW}&counted=only`
    expect(answer).toMatchObject({
      answer: `“Lu＊men” shipped 4 ships that count of the kind release from ${READ} to ${NOW}. Code weeks come after the others; ships that do not count are left out.`,
      capability: 'ships',
      data: { total: 4 },
      truncated: true,
      unknowns: [],
      freshness: [],
      subject: { contract: `4663:${given.TOKEN}` },
      next: `GET ${url}&offset=1 lists the next ones.`,
    })
    expect(answer.links.map((one) => one.url)).toEqual([url, at('/coverage'), at('/timeline')])
    expect(answer.citation.text).toBe(
      `Evidence Research Service, ships of “Lu＊men” (https://svc.example/projects/lumen).`,
    )
    expect(answer.citation.references.map(({ type }) => type)).toEqual(['service_evidence'])
  })

  test.each([
    ['whose end was reached', { nextOffset: null }, 'shipped 1 ships', {}],
    ['whose end was not reached', { nextOffset: 1 }, 'shipped more than 1 ships', {}],
    ['that are counted', { nextOffset: 1, total: 7 }, 'shipped 7 ships', { total: 7 }],
  ])('of a list %s', (_, page, words, data) => {
    expect(answered(page).answer).toContain(words)
    expect(answered(page).data).toEqual(data)
    expect(answered(page).truncated).toBe(page.nextOffset !== null)
  })

  test('of all projects name no project', () => {
    const answer = answered({}, {}, {})
    expect(answer).not.toHaveProperty('subject')
    expect(answer.answer).toContain('All projects together shipped 1 ships that count. ')
    expect(answer.links).toEqual([{ name: 'Ships', url: 'https://svc.example/api/ships?counted=only' }])
    expect(answer.citation.text).toContain('all projects of chain 4663')
  })

  test('that are none are no finding', () => {
    expect(answered({ items: [], total: 0 }).unknowns).toEqual([
      {
        category: 'building',
        statement: 'What no source showed is not known.',
        reason: 'NO_SOURCE',
        doNotConclude: 'Do not conclude that nothing was shipped: only that no ship that counts is recorded.',
      },
    ])
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
        { dimension: 'building', state: 'STALE', meaning: 'Old.' },
        { dimension: 'market', state: 'MEASURED', meaning: 'Read.' },
      ],
      facts: [{ fact: 'activity.status', state: 'ERROR' }],
      freshness: [stream('a', READ), stream('a', NOW), stream('a', READ), stream('a'), stream('b')],
    })
    expect(answer).toMatchObject({
      capability: 'unknowns',
      asOf: NOW,
      truncated: false,
      answer:
        'Of “Lumen”, 2 of 3 dimensions and facts are not known or not told. None of them is a finding. First: What it builds is not known. The reason is STALE.',
    })
    expect(answer.freshness).toEqual([{ provider: 'a', lastReadAt: NOW }, { provider: 'b' }])
    expect(answer.data).toEqual({ scoringVersion: scoringVersion() })
    expect(answer.links.map(({ url }) => url)).toEqual([at('/coverage'), at('/explain')])
  })

  test('that is nothing says so', () => {
    const answer = answered({ items: [{ dimension: 'market', state: 'MEASURED', meaning: 'Read.' }] })
    expect(answer.answer).toBe(
      'Of “Lumen”, 0 of 1 dimensions and facts are not known or not told. None of them is a finding.',
    )
    expect(answer).not.toHaveProperty('asOf')
  })
})
