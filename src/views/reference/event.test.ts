import { describe, expect, test } from 'vitest'
import { REFERENCE_FILES } from '#test/pages/reference-files.ts'
import { linesOfSection, sectionsOf } from '#test/pages/reference-words.ts'
import { eventReference } from './event.ts'

const site = { baseUrl: 'https://svc.example' }
const pageOf = (name: string) => eventReference(name, { files: REFERENCE_FILES, site })

describe('the page of an event type', () => {
  test('has its name, its meaning and the pages above it', () => {
    const page = pageOf('build.release')
    expect(page).toMatchObject({
      path: '/developers/reference/events/build.release',
      title: 'build.release: a release was published',
      heading: 'build.release',
      says: 'A release was published.',
      above: [
        { href: '/developers/reference', words: 'Reference' },
        { href: '/developers/reference#event-types', words: 'Event types' },
      ],
    })
    expect(sectionsOf(page)).toEqual([
      ['delivery', 'Where to read it'],
      ['request', 'Request'],
      ['example', 'An event of the sandbox'],
      ['facts', 'Facts'],
      [
        'fields',
        'Fields of an event',
        'Every type has the same fields. A retraction has only id, revision, op and recordedAt.',
      ],
    ])
  })

  test('is undefined for a type that no event has', () => {
    expect(pageOf('build.none')).toBeUndefined()
  })

  test('asks the ledger for the newest event of the type', () => {
    expect(linesOfSection(pageOf('build.release'), 'request')).toEqual([
      "curl (sh): curl 'https://svc.example/api/changes?type=build.release&limit=1'",
    ])
  })

  test('has the fields of an event', () => {
    const lines = linesOfSection(pageOf('build.release'), 'fields')
    expect(lines[0]).toBe('Fields of an event: Field, Meaning')
    expect(lines.map((line) => /^`([^`]*)`/.exec(line)?.[1])).toEqual(
      expect.arrayContaining(['id', 'revision', 'op', 'recordedAt', 'facts']),
    )
  })
})

const LEDGER = (type: string, domain: string) =>
  `- In the ledger: [\`listChanges\`](/developers/reference/listChanges) with \`type=${type}\` or \`domain=${domain}\`.`
const PUSHED =
  ', while `origin` is `live`: [`createWebhook`](/developers/reference/createWebhook) with it in `eventTypes`. [The payload](/developers/reference/webhooks/payload) has the event as the ledger serves it.'
const LATEST =
  '- It can be the latest change of a Partner Card, because it is about building, contracts, launch or research.'
const NEVER_LATEST = '- It is never the latest change of a Partner Card.'

test.each([
  ['build.release', [LEDGER('build.release', 'build'), `- In webhooks${PUSHED}`, LATEST]],
  [
    'research.source_added',
    [LEDGER('research.source_added', 'research'), `- In webhooks${PUSHED}`, NEVER_LATEST],
  ],
  [
    'build.code_activity',
    [
      LEDGER('build.code_activity', 'build'),
      '- Not in webhooks: a subscription to it is refused with `changes_only`. Events of this type are on /api/changes only.',
      LATEST,
    ],
  ],
  [
    'market_integrity.event',
    [
      LEDGER('market_integrity.event', 'market_integrity'),
      `- In webhooks of a deployment that publishes market integrity${PUSHED}`,
      NEVER_LATEST,
    ],
  ],
  [
    'market.distribution_changed',
    [
      LEDGER('market.distribution_changed', 'market'),
      '- Not in webhooks: a subscription to it is refused with `holder_data`. Holdings and their distribution are never delivered: holders are never read.',
      '- Nothing that the service records causes such an event, so none is in the ledger.',
      NEVER_LATEST,
    ],
  ],
])('the page of %s says where its events are', (type, lines) => {
  expect(linesOfSection(pageOf(type), 'delivery')).toEqual(lines)
})

const NO_FACTS = 'Not shown here, because the sandbox has no such event. A fact that is absent is not known.'
test.each([
  [
    'build.release',
    'Event (json): {\n  "id": "ship:1",\n  "facts": {\n    "kind": "release",\n    "version": "v1"\n  }\n}',
    'This event has the facts `kind`, `version`. Another event of the type can have fewer: a fact that is absent is not known.',
  ],
  ['build.ship', 'The sandbox has no such event.', NO_FACTS],
  [
    'market.distribution_changed',
    'The sandbox has no such event, as no service has: it would take two readings of the holders of a token, who are never read.',
    NO_FACTS,
  ],
])(
  'the page of %s has the event of the sandbox with its facts, or says why there is none',
  (type, event, facts) => {
    expect(linesOfSection(pageOf(type), 'example')).toEqual([event])
    expect(linesOfSection(pageOf(type), 'facts')).toEqual([facts])
  },
)
