import { DISCLAIMERS } from '../disclaimers.ts'
import type { ContractAddress } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameter.ts'
import { Snapshot } from '../shapes/snapshot.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { exampleChange } from './changes.ts'
import { derivedBy, marketId, repository } from './example-lumen.ts'
import { exampleDossier } from './project.ts'

const read = toInstant('2026-11-20T09:50:00Z')
const { slug: current, name, url, description, kind, narratives, publishedAt, asOf, ...card } = exampleDossier
const locker = '0x51be3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress

const example: Snapshot = {
  identity: {
    ...{ slug: current, name, url, publishedAt },
    ...(description === undefined ? {} : { description }),
    ...(kind === undefined ? {} : { kind }),
    ...(narratives === undefined ? {} : { narratives }),
    ...(card.token === undefined ? {} : { token: card.token }),
  },
  build: {
    state: 'MEASURED',
    ...{ status: card.status, statusLabel: card.statusLabel, statusHelp: card.statusHelp },
    ...{
      activityMeasured: true,
      meaningfulShips30d: 5,
      meaningfulShips30dAsOf: toInstant('2026-11-20T10:00:00Z'),
    },
    ...card.score,
  },
  market: {
    state: 'MEASURED',
    ...card.market,
    liquidity: { value: 84_000, provider: 'dexscreener', observedAt: read },
    integrity: { state: 'WITHHELD' },
  },
  onChainUse: {
    state: 'MEASURED',
    scope: 'Successful transactions to contracts of counted sources that a verified interface decodes.',
    ...{ contracts: 2, contractsDecoded: 1, calls: 412, methods: 3, days: 7 },
    ...{ from: '2026-11-13' as CalendarDate, to: '2026-11-19' as CalendarDate },
    ...{ since: toInstant('2026-08-12T12:00:00Z') },
  },
  verification: {
    state: 'MEASURED',
    ...{ tokenVerification: 'VERIFIED', tokenVerificationReason: 'site_names_token' },
    ...{ activityAppliesToToken: true, researchLevel: 'VERIFIED_BUILDER', verifiedBuilder: true },
  },
  locks: {
    state: 'MEASURED',
    scope: "Locks of the project's token in the lockers that are registered for it.",
    total: 1,
    items: [
      {
        id: `lock:4663:${locker}:7`,
        ...{ locker, amount: '1000000000000000000000', withdrawn: false },
        unlockAt: toInstant('2027-02-01T12:00:00Z'),
        detectedAt: toInstant('2026-11-01T12:00:00Z'),
        observedAt: read,
      },
    ],
  },
  latestChanges: { available: true, items: [exampleChange] },
  freshness: {
    ...(asOf === undefined ? {} : { asOf }),
    providers: [
      { provider: 'dexscreener', lastReadAt: read },
      { provider: 'github', lastReadAt: read },
    ],
  },
  coverage: card.coverage,
  scoringVersion: 's1.5f0c2d9ab3e1',
  claims: {
    ...card.claims,
    onChainUse: derivedBy('contract.use@3', repository.id, marketId),
    locks: { kind: 'FACT', observed_at: read, evidence: [`lock:4663:${locker}:7`], evidence_total: 1 },
  },
  disclaimer: DISCLAIMERS.dossier,
}

export const snapshot = definePublicRead({
  name: 'snapshot',
  operationId: 'getProjectSnapshot',
  path: '/api/projects/{slug}/snapshot',
  input: { path: { slug: required(slug()) }, query: {} },
  output: Snapshot,
  tag: 'Projects',
  summary: 'Get the snapshot of a project',
  description:
    'What is known of a project now: identity, build, market, on-chain use, verification, locks, newest changes, freshness and coverage. Each section has its state. The figures are those of the card and the dossier, from stored conclusions. A former slug answers 308. A hidden project answers like one that never existed.',
  examples: [
    { name: 'shipping', summary: 'A project that ships', input: { slug: 'lumen' }, answer: example },
  ],
})
