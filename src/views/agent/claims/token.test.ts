import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { LatestChange } from '#domain/project/card-record.ts'
import { KNOWN } from '#test/card-evidence.ts'
import { partnerCard } from '../../partner-card.ts'
import { partnerClaims } from './token.ts'

const now = toInstant('2026-11-19T12:00:00Z')
const address = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0'
const MOVE = 'state:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b21'

test.each([
  ['build.dormant', MOVE, 'DERIVED'],
  ['build.release', 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11', 'FACT'],
])('the newest change of type %s, which rests on %s, is %s', (type, id, kind) => {
  const latestChange = {
    ...{ id, type, summary: 'moved', facts: {}, evidenceId: id, codeWeek: null },
    ...{ occurredAt: null, precision: 'OBSERVED', detectedAt: now },
  } as unknown as LatestChange
  const project = { slug: 'lumen' as Slug, name: 'Lumen' }
  const record = { project, evidence: KNOWN, scoredAt: now, latestChange, ledgerRanAt: now }
  const asked = { address, integration: undefined, record } as Parameters<typeof partnerCard>[0]
  const card = partnerCard(asked, { now, site: { baseUrl: 'https://svc.example' } })
  const change = partnerClaims(card).find(({ statement }) => statement.startsWith('Newest change'))
  expect(change).toMatchObject({ kind, evidence: [id] })
})
