import { definePublicRead } from '../operation.ts'
import { indexedChain, required, tokenAddress } from '../parameters/parameter.ts'
import { TokenLookup } from '../shapes/token-lookup.ts'
import examples from './examples/token.json' with { type: 'json' }

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
  examples,
})
