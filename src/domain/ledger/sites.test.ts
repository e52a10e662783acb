import { expect, test } from 'vitest'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import { drafts, evidenceOf, NOW, source, sourceId, stream, uuid } from '#test/given/ledger-evidence.ts'
import type { LedgerEvidence, SiteChange } from './evidence.ts'
import { originOf } from './origin.ts'
import { draftsOf } from './rules.ts'

const site = source({
  kind: 'website',
  locator: 'https://lumen.example',
  counted: false,
  streams: [stream({ stream: 'token_naming' }), stream({ stream: 'declarations' })],
})
const change: SiteChange = {
  id: `sourcechange:${uuid(7)}`,
  sourceId: sourceId(),
  official: true,
  added: 3,
  removed: 1,
  changesInRow: 1,
  detectedAt: toInstant('2026-11-20T06:00:00Z'),
}
const given: Partial<LedgerEvidence> = { sources: [site], siteChanges: [change] }

test('a change of the declarations of a site is undated, has counts and cites its own evidence [contract change precision OBSERVED] [contract delivered type research.source_changed]', () => {
  const drafted = drafts(given)
  expect(drafted).toEqual([
    {
      id: change.id,
      type: 'research.source_changed',
      contract: null,
      occurredAt: null,
      detectedAt: change.detectedAt,
      precision: 'OBSERVED',
      summary: 'Official site changed what it declares: 3 added, 1 removed (https://lumen.example)',
      facts: { added: 3, removed: 1 },
      evidence: [change.id, sourceId()],
      seen: { by: 'reading', attachedAt: site.attachedAt, firstReadAt: toInstant('2026-08-13T12:00:00Z') },
      order: [],
    },
  ])
  const ledger = { bootstrap: false, publishedAt: evidenceOf().publishedAt, now: NOW }
  expect(drafted.map((draft) => originOf(draft, ledger))).toEqual(['live'])
})

test.each<[string, Partial<LedgerEvidence>, readonly object[]]>([
  ['none recorded', { ...given, siteChanges: [] }, []],
  ['a self-reported site', { ...given, siteChanges: [{ ...change, official: false }] }, []],
  ['of a hidden project', { ...given, state: 'hidden' }, []],
  ['of a draft', { ...given, state: 'draft' }, []],
  [
    'nothing removed',
    { ...given, siteChanges: [{ ...change, removed: 0 }] },
    [{ facts: { added: 3, removed: 0 } }],
  ],
  [
    'two readings',
    { ...given, siteChanges: [change, { ...change, id: `sourcechange:${uuid(8)}` }] },
    [{ id: change.id }, {}],
  ],
  [
    '[R93] a site that changes at each reading, which the words say',
    { ...given, siteChanges: [{ ...change, changesInRow: 3 }] },
    [
      {
        summary:
          'Official site changes what it declares at each reading: 3 added, 1 removed (https://lumen.example)',
        facts: { added: 3, removed: 1 },
      },
    ],
  ],
  [
    '[R93] two such changes of a week',
    {
      ...given,
      siteChanges: [3, 4].map((changesInRow) => ({
        ...change,
        id: `sourcechange:${uuid(5 + changesInRow)}`,
        changesInRow,
      })),
    },
    [{ id: `sourcechange:${uuid(8)}` }],
  ],
  [
    '[R93] such a change in a week in which the site was self-reported and told nothing',
    {
      ...given,
      siteChanges: [
        { ...change, id: `sourcechange:${uuid(8)}`, official: false },
        { ...change, changesInRow: 9 },
      ],
    },
    [{ id: change.id }],
  ],
  ['of a site since detached', { ...given, sources: [{ ...site, detachedAt: NOW }] }, [{ id: change.id }]],
  [
    'of a site with a long, hostile name',
    { ...given, sources: [{ ...site, locator: `https://\u202e${'x'.repeat(400)}.example` }] },
    [
      {
        summary: expect.stringMatching(
          /^Official site changed what it declares: 3 added, 1 removed \(https:\/\/ x+…$/,
        ),
      },
    ],
  ],
])('%s', (_, evidence, expected) => {
  expect(drafts(evidence)).toMatchObject(expected)
})

test('has the origin backfill when the declarations were first read with the change', () => {
  const declarations = stream({ stream: 'declarations', firstOkAt: change.detectedAt })
  const streams = [stream({ stream: 'token_naming' }), declarations]
  const [draft] = draftsOf(
    evidenceOf({ ...given, sources: [{ ...site, streams }] }),
    addMs(NOW, DAY_MS),
  ).filter(({ id }) => id === change.id)
  const ledger = { bootstrap: false, publishedAt: evidenceOf().publishedAt, now: NOW }
  expect(draft && originOf(draft, ledger)).toBe('backfill')
})
