import { ZERO_ADDRESS } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { anyChain, integration, optional, required, tokenAddress, tokenAddresses } from '../parameter.ts'
import { ScanCard } from '../shapes/scan-card.ts'
import { exampleScanCard } from './example-cards.ts'

export const scan = defineOperation({
  name: 'scan',
  method: 'GET',
  path: '/api/v1/scan',
  input: {
    path: {},
    query: {
      token: required(tokenAddress()),
      tokens: optional(tokenAddresses(LIMITS.scanTokens)),
      chain: optional(anyChain()),
      integration: integration(),
    },
  },
  output: ScanCard,
  errors: ['invalid_token', 'key_required'],
  needsKey: ['tokens'],
  cacheable: 'shared',
  counted: true,
  tag: 'Partner reads',
  summary: 'Scan card of a token',
  description:
    'Whether a project is published for a contract, and what is recorded of it at a glance. An unpublished token, another chain and the zero address answer 200 with found false. The list form, tokens, needs an API key.',
  examples: [
    {
      name: 'found',
      summary: 'A published token',
      input: { token: exampleScanCard.contract_address },
      answer: exampleScanCard,
    },
    {
      name: 'notAToken',
      summary: 'The zero address',
      input: { token: ZERO_ADDRESS },
      answer: {
        found: false,
        reason: 'not_a_token',
        chain_id: 4663,
        contract_address: ZERO_ADDRESS,
        disclaimer: exampleScanCard.disclaimer,
      },
    },
  ],
})
