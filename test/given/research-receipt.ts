import type { AgentResearchReceipt, ResearchReference } from '#contract/shapes/research-receipt.ts'

const at = '2026-11-18T10:00:00Z'

/** A valid receipt on a published project, with these references in its one fact. */
export function receiptOf(
  references: readonly ResearchReference[] = [
    { type: 'external_url', url: 'https://lumen.example/docs', retrievedAt: at },
  ],
  changes: Partial<AgentResearchReceipt> = {},
): AgentResearchReceipt {
  return {
    agentId: 'agent-7',
    operator: 'Example Research',
    mandate: 'Say whether Lumen still ships.',
    subjectType: 'other',
    subject: 'Lumen',
    createdAt: '2026-11-18T11:00:00Z',
    evidenceCutoff: at,
    thesisSummary: 'Lumen ships.',
    claims: [
      { kind: 'FACT', statement: 'Lumen released v2.4.0.', references: [...references] },
      { kind: 'JUDGEMENT', statement: 'It goes on.' },
    ],
    risks: [],
    unknowns: ['Its use.'],
    researchState: { state: 'done', definition: 'Every question has an answer.' },
    outcome: null,
    confidence: 0.8,
    reviewConditions: [],
    sourceSystems: ['svc.example'],
    ...changes,
  }
}

/** A reference of every type. */
export const EVERY_REFERENCE: readonly ResearchReference[] = [
  { type: 'service_evidence', id: 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11' },
  { type: 'change_event', id: 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11', revision: 1 },
  { type: 'snapshot', project: 'lumen', asOf: at, scoringVersion: 's1.5f0c2d9ab3e1' },
  {
    type: 'market_observation',
    project: 'lumen',
    provider: 'dexscreener',
    figure: 'fdv',
    valueUsd: 1,
    observedAt: at,
  },
  { type: 'external_url', url: 'https://lumen.example/docs', retrievedAt: at },
  { type: 'agent_answer', agentId: 'agent-8', answeredAt: at, url: 'https://svc.example/api/agent' },
]
