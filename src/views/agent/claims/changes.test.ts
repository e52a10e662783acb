import { expect, test } from 'vitest'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { toInstant } from '#contract/time.ts'
import { changeClaims } from './changes.ts'
import { EVIDENCE_SHOWN } from './noted.ts'

const SEEN = toInstant('2026-11-19T10:00:00Z')
const shared = { id: 'state:1', revision: 2, recordedAt: SEEN }
const claimOf = (event: object) => changeClaims([{ ...shared, ...event } as unknown as ChangeEvent])[0]

test('a withdrawn event is a fact that names nothing of it', () => {
  expect(claimOf({ op: 'retract' })).toEqual({
    kind: 'FACT',
    statement: 'An event was withdrawn. Drop your copy of it.',
    words: 'service',
    value: { eventId: 'state:1', revision: 2 },
    observedAt: SEEN,
  })
})

test('an event that stands has its summary, and no evidence where none is named', () => {
  const standing = { op: 'upsert', type: 'build.release', summaryCurrent: 'Release v*2', detectedAt: SEEN }
  const claim = claimOf(standing)
  expect(claim).toMatchObject({ kind: 'FACT', statement: 'build.release: “Release v＊2”', observedAt: SEEN })
  expect(claim).not.toHaveProperty('evidence')
  expect(claimOf({ ...standing, project: { name: 'Lu*men' } })).toMatchObject({
    statement: '“Lu＊men”, build.release: “Release v＊2”',
  })
  expect(claimOf({ ...standing, detectedAt: undefined })).not.toHaveProperty('observedAt')
  const evidence = ['state:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162']
  const many = Array.from({ length: EVIDENCE_SHOWN + 1 }, () => evidence[0])
  expect(claimOf({ ...standing, evidence: many })?.evidence).toHaveLength(EVIDENCE_SHOWN)
  expect(claimOf({ ...standing, evidence })).toMatchObject({ kind: 'DERIVED', evidence })
})
