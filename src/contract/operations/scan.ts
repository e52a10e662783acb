import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { claims } from '../parameters/list-parameters.ts'
import { anyChain, integration, optional, tokenAddress, tokenAddresses } from '../parameters/parameter.ts'
import { ScanAnswer } from '../shapes/scan-card.ts'
import examples from './examples/scan.json' with { type: 'json' }

export const scan = definePublicRead({
  name: 'scan',
  operationId: 'scanTokens',
  path: '/api/v1/scan',
  input: {
    path: {},
    query: {
      token: optional(tokenAddress()),
      tokens: optional(tokenAddresses(LIMITS.scanTokens)),
      chain: optional(anyChain()),
      integration: integration(),
      claims: claims(),
    },
  },
  output: ScanAnswer,
  errors: ['invalid_token', 'batch_too_large', 'key_required'],
  needsKey: ['tokens'],
  exclusive: ['token', 'tokens'],
  tag: 'Partner reads',
  summary: 'Scan one token or several',
  description:
    'Says whether a project is published for a contract and gives its scan card. An unpublished token, another chain and the zero address answer 200 with found false. Give either token or tokens. The list form, tokens, needs an API key and answers one item for each input, in the same order, with repetitions. One malformed item refuses the whole list; the error names it.',
  examples,
})
