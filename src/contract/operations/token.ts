import { DISCLAIMERS } from '../disclaimers.ts'
import { ZERO_ADDRESS } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { indexedChain, required, tokenAddress } from '../parameter.ts'
import { TokenLookup } from '../shapes/token-lookup.ts'
import { toInstant } from '../time.ts'
import { derivedBy, lastRelease, lumen, lumenToken, releaseId } from './example-lumen.ts'

const published: TokenLookup = {
  status: 'published',
  ...lumenToken,
  project: { ...lumen, lastShip: lastRelease },
  tokenVerification: 'VERIFIED',
  tokenVerificationReason: 'site_names_token',
  activityAppliesToToken: true,
  activityStatus: 'SHIPPING',
  activityLabel: 'Shipping',
  activityMeasured: true,
  researchLevel: 'VERIFIED_BUILDER',
  asOf: toInstant('2026-11-20T10:00:00Z'),
  claims: { activityStatus: derivedBy('activity.status@3', releaseId) },
  disclaimer: DISCLAIMERS.card,
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
      input: { chainId: '4663', address: lumenToken.contract },
      answer: published,
    },
    {
      name: 'unknown',
      summary: 'Nothing is published for it',
      input: { chainId: '4663', address: ZERO_ADDRESS },
      answer: {
        status: 'unknown',
        reason: 'not_a_token',
        chainId: 4663,
        contract: ZERO_ADDRESS,
        disclaimer: DISCLAIMERS.card,
      },
    },
  ],
})
