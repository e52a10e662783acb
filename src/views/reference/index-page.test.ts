import { describe, expect, test } from 'vitest'
import { CHANGE_TYPES } from '#contract/events.ts'
import { TAGS } from '#contract/openapi/components.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { REFERENCE_FILES } from '#test/pages/reference-files.ts'
import { linesOfSection, sectionsOf } from '#test/pages/reference-words.ts'
import { indexReference } from './index-page.ts'

const page = indexReference(REFERENCE_FILES)
const operations = Object.values<Operation>(OPERATIONS)

describe('the index of the reference', () => {
  test('says how many operations and event types have a page', () => {
    expect(page).toMatchObject({
      path: '/developers/reference',
      title: `API reference: ${operations.length} operations, each with a real answer`,
      heading: 'API reference',
      says: `A page for each of ${operations.length} operations and ${CHANGE_TYPES.length} event types: parameters, fields, refusals, cost, and what the sandbox answered.`,
      above: [{ href: '/developers', words: 'Developers' }],
    })
  })

  test('has the groups of the description, then event types, deliveries, clients and values', () => {
    const [all, ...rest] = sectionsOf(page)
    expect(all).toEqual(['all', 'What holds for every answer'])
    expect(
      rest.slice(0, TAGS.length).map(([, title, answers]) => ({ name: title, description: answers })),
    ).toEqual(TAGS)
    expect(rest[0]?.[0]).toBe('projects')
    expect(rest[1]?.[0]).toBe('project-records')
    expect(rest[10]?.[0]).toBe('pages-and-images')
    expect(rest.slice(TAGS.length)).toEqual([
      [
        'event-types',
        'Event types',
        'Each recorded change has one of these types, in the ledger and in webhooks.',
      ],
      ['deliveries', 'Webhook deliveries', 'What a subscriber is sent.'],
      [
        'clients',
        'Clients',
        'A client of the service in TypeScript; for other languages a generator and a first call.',
      ],
      ['values', 'Values with a form of their own'],
    ])
  })
})

describe('a section of the index of the reference', () => {
  test('lists each operation in its group', () => {
    const lines = linesOfSection(page, 'evidence')
    expect(lines).toContain('Evidence: operations: Operation, Does')
    expect(lines).toContain(
      '[`getEvidence`](/developers/reference/getEvidence) (`GET /api/evidence/{id}`) | ' +
        `${OPERATIONS.evidence.summary}.`,
    )
    const listed = TAGS.flatMap(({ name }) =>
      linesOfSection(page, name.toLowerCase().replaceAll(' ', '-')).slice(1),
    )
    expect(listed).toHaveLength(operations.length)
  })

  test('lists each event type with its meaning', () => {
    const [caption, first, ...rest] = linesOfSection(page, 'event-types')
    expect(caption).toBe('Event types: Type, Meaning')
    expect(first).toBe(
      '[`build.release`](/developers/reference/events/build.release) | A release was published.',
    )
    expect(rest).toHaveLength(CHANGE_TYPES.length - 1)
  })

  test('says what every page would repeat', () => {
    expect(linesOfSection(page, 'all')).toEqual([
      '- An absent or null field is not known or does not apply. It is never 0, false, an empty list or the word none.',
      '- `claims` says of each field whether it is a fact, derived by a rule, or unknown, with its evidence ids.',
      '- A list is given in one parameter, with commas, or in the parameter given once for each value.',
      '- Fields, values and codes are added, never removed or given another meaning. Ignore what you do not know.',
      '- No read needs a key. Every answer has `x-request-id` and `x-api-version`.',
      '- An answer from records states in `svc-position` the position of the ledger in its snapshot. Sent back as `min-position`, it makes the next answer at least as new.',
    ])
  })

  test('leads to deliveries, clients and values', () => {
    expect(linesOfSection(page, 'deliveries')[0]).toBe(
      '- [Payload](/developers/reference/webhooks/payload): the JSON body of an event, a retraction and a ping',
    )
    expect(linesOfSection(page, 'clients')).toEqual([
      '- [TypeScript](/developers/typescript-client): evidence-research-client, without dependencies',
      '- [Go](/developers/reference/clients/go): oapi-codegen 2.5',
      '- [All generators](/developers/clients): every generator that is tested',
    ])
    expect(linesOfSection(page, 'values')).toEqual([
      '- [Ids, times and closed lists](/developers/reference/values): said once for all pages',
    ])
  })
})
