import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import { toInstant } from '#contract/time.ts'
import type { Verdict } from '#domain/receipts/cited.ts'
import { EVERY_REFERENCE, receiptOf } from '#test/given/research-receipt.ts'
import { checkedReceipt, schemaUrl, unreadReceipt } from './receipt-validation.ts'

const site = { baseUrl: 'https://svc.example' }
const lumen = { slug: 'lumen' as Slug, name: 'Lumen' }
const gantry = { slug: 'gantry' as Slug, name: 'Gantry' }
const [evidence, , snapshot] = EVERY_REFERENCE as readonly ResearchReference[]
const EXISTS: Verdict = { status: 'exists', reason: 'recorded' }

function checked(
  cited: readonly (readonly [ResearchReference | undefined, Verdict])[],
  given: Partial<Parameters<typeof checkedReceipt>[0]> = {},
) {
  return checkedReceipt(
    {
      receipt: receiptOf([], { subjectType: 'project', subject: 'lumen' }),
      faults: [],
      subject: { status: 'project_exists', reason: 'published', project: lumen },
      cited: cited.map(([reference, verdict], index) => ({
        pointer: `/claims/0/references/${index}`,
        reference: reference as ResearchReference,
        verdict,
      })),
      scoringVersion: 's1.5f0c2d9ab3e1',
      ...given,
    },
    site,
  )
}

test('a receipt of another form has its faults alone, each with its JSON pointer', () => {
  const faults = [
    { fault: 'Missing', path: ['claims', 0, 'a/b~c'], expected: 'a text' },
    { fault: 'Invalid', path: [], expected: 'an object' },
  ]
  expect(unreadReceipt(faults as never, site)).toEqual({
    valid: false,
    moreErrors: false,
    errors: [
      {
        pointer: '/claims/0/a~1b~0c',
        message: 'Missing `/claims/0/a~1b~0c`: expected a text.',
        inSchema: true,
      },
      { pointer: '', message: 'Invalid `body`: expected an object.', inSchema: true },
    ],
    subject: null,
    references: [],
    svcEvidenceStands: null,
    svcEvidenceReason: 'receipt_not_valid',
    signature: null,
    schema: schemaUrl(site),
    stored: false,
    endorsement: false,
  })
  expect(schemaUrl(site)).toMatch(/^https:\/\/svc\.example\//)
})

test('a receipt without a fault is valid, whatever its references are', () => {
  expect(checked([])).toEqual({
    valid: true,
    errors: [],
    moreErrors: false,
    subject: {
      type: 'project',
      status: 'project_exists',
      reason: 'published',
      project: { ...lumen, url: 'https://svc.example/projects/lumen' },
    },
    references: [],
    svcEvidenceStands: null,
    svcEvidenceReason: 'no_service_reference',
    signature: 'not_given',
    schema: schemaUrl(site),
    stored: false,
    endorsement: false,
  })
})

test('a fault of its times makes a receipt invalid, though it matches the schema', () => {
  const faults = [{ pointer: '/createdAt', message: 'Invalid.' }]
  expect(checked([], { faults })).toMatchObject({ valid: false, errors: [{ ...faults[0], inSchema: false }] })
})

test.each([
  [50, 50, false],
  [51, 50, true],
])('of %i faults %i are listed, and more is said: %s', (count, shown, moreErrors) => {
  const faults = Array.from({ length: count }, (_, place) => ({ pointer: `/${place}`, message: '' }))
  const { errors, ...answer } = checked([], { faults })
  expect([errors.length, answer.moreErrors]).toEqual([shown, moreErrors])
})

test('a signature is not verified', () => {
  const signed = { ...receiptOf(), signature: 'x' } as never
  expect(checked([], { receipt: signed }).signature).toBe('not_verified')
})

test('a reference has its verdict, its record and what to notice of it', () => {
  const detectedAt = toInstant('2026-11-18T10:00:01Z')
  const verdict = { ...EXISTS, project: gantry, detectedAt, revision: 3 } as const
  const { references, svcEvidenceStands } = checked([
    [evidence, verdict],
    [evidence, { ...EXISTS, project: lumen, detectedAt: null }],
  ])
  expect(references).toEqual([
    {
      pointer: '/claims/0/references/0',
      type: 'service_evidence',
      status: 'exists',
      reason: 'recorded',
      project: { ...gantry, url: 'https://svc.example/projects/gantry' },
      detectedAt,
      otherProject: true,
      afterCutoff: true,
      revision: 3,
    },
    {
      pointer: '/claims/0/references/1',
      type: 'service_evidence',
      status: 'exists',
      reason: 'recorded',
      project: { ...lumen, url: 'https://svc.example/projects/lumen' },
    },
  ])
  expect(svcEvidenceStands).toBe(true)
})

test.each([
  ['s1.5f0c2d9ab3e1', 'matches'],
  ['s1.000000000000', 'differs'],
  [undefined, 'not_given'],
])('a snapshot of the scoring version %s: %s', (scoringVersion, compared) => {
  const reference = { ...snapshot, scoringVersion } as never
  const [found] = checked([
    [reference, { status: 'project_exists', reason: 'as_of_not_verified' }],
  ]).references
  expect(found).toEqual({
    pointer: '/claims/0/references/0',
    type: 'snapshot',
    status: 'project_exists',
    reason: 'as_of_not_verified',
    asOf: 'not_verified',
    scoringVersion: compared,
  })
})
