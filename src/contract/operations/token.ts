import { type ContractAddress, type EvidenceId, type Slug, ZERO_ADDRESS } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { indexedChain, required, tokenAddress } from '../parameter.ts'
import { TokenLookup } from '../shapes/token-lookup.ts'
import { toInstant } from '../time.ts'

const contract = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress
const release = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11' as EvidenceId
const disclaimer =
  'This card reports shipping and sourcing as recorded. It is not a rating, a recommendation or a verdict on a token.'

const published: TokenLookup = {
  status: 'published',
  chainId: 4663,
  contract,
  symbol: 'LUM',
  name: 'Lumen',
  project: {
    slug: 'lumen' as Slug,
    name: 'Lumen',
    url: 'https://svc.example/projects/lumen',
    lastShip: {
      title: 'v2.4.0',
      kind: 'release',
      occurredAt: toInstant('2026-11-19T14:02:11Z'),
      url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
      evidenceId: release,
    },
  },
  tokenVerification: 'VERIFIED',
  tokenVerificationReason: 'site_names_token',
  activityAppliesToToken: true,
  activityStatus: 'SHIPPING',
  activityLabel: 'Shipping',
  activityMeasured: true,
  researchLevel: 'VERIFIED_BUILDER',
  asOf: toInstant('2026-11-20T10:00:00Z'),
  claims: {
    activityStatus: { kind: 'DERIVED', rule: 'activity.status@1', evidence: [release], evidence_total: 1 },
  },
  disclaimer,
}

export const token = definePublicRead({
  name: 'token',
  operationId: 'lookUpToken',
  path: '/api/token/{chainId}/{address}',
  input: { path: { chainId: required(indexedChain()), address: required(tokenAddress()) }, query: {} },
  output: TokenLookup,
  errors: ['invalid_token', 'unsupported_chain'],
  tag: 'Contracts and tokens',
  summary: 'Look up a token',
  description:
    'Says whether a project is published for a contract and how active it is. The status unknown means that none is published; it is an answer, not an error. A token is not a project, and a symbol is never looked up.',
  examples: [
    {
      name: 'published',
      summary: 'A token of a published project',
      input: { chainId: '4663', address: contract },
      answer: published,
    },
    {
      name: 'unknown',
      summary: 'Nothing is published for it',
      input: { chainId: '4663', address: ZERO_ADDRESS },
      answer: { status: 'unknown', reason: 'not_a_token', chainId: 4663, contract: ZERO_ADDRESS, disclaimer },
    },
  ],
})
