import { definePublicRead } from '../operation.ts'
import { indexedChain, integration, optional, required, tokenAddress } from '../parameters/parameter.ts'
import { PartnerCard } from '../shapes/partner-card.ts'
import examples from './examples/builder.json' with { type: 'json' }

export const builder = definePublicRead({
  name: 'builder',
  operationId: 'getPartnerCard',
  path: '/api/v1/builder',
  input: {
    path: {},
    query: {
      token: required(tokenAddress()),
      chain: optional(indexedChain()),
      integration: integration(),
    },
  },
  output: PartnerCard,
  textForms: ['text/plain', 'text/markdown'],
  errors: ['invalid_token', 'unsupported_chain'],
  tag: 'Partner reads',
  summary: 'Get the Partner Card of a token',
  description:
    'Shipping, sourcing and verification of the project behind this contract, each with its evidence. An unpublished contract answers 404 with scan_url. As text, it has one line a field, tagged FACT, DERIVED or UNKNOWN.',
  examples,
})
