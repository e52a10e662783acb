import { defineOperation } from '../operation.ts'
import { indexedChain, integration, optional, required, tokenAddress } from '../parameter.ts'
import { PartnerCard } from '../shapes/partner-card.ts'
import { examplePartnerCard, exampleUnscoredCard } from './example-cards.ts'

export const builder = defineOperation({
  name: 'builder',
  method: 'GET',
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
  cacheable: 'shared',
  counted: true,
  tag: 'Partner reads',
  summary: 'Partner Card of a token',
  description:
    'What is recorded of the project that publishes this contract: shipping, sourcing and verification, each with what it rests on. An unpublished contract answers 404 with scan_url. With Accept text/plain or text/markdown the card comes as lines tagged FACT, DERIVED or UNKNOWN.',
  examples: [
    {
      name: 'shipping',
      summary: 'A project that ships',
      input: { token: examplePartnerCard.contract_address },
      answer: examplePartnerCard,
    },
    {
      name: 'neverScored',
      summary: 'A project of which nothing is measured yet: unknown is null, never zero',
      input: { token: exampleUnscoredCard.contract_address },
      answer: exampleUnscoredCard,
    },
  ],
})
