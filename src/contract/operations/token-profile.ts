import { definePublicRead, NO_INPUT } from '../operation.ts'
import { TokenProfile } from '../shapes/token-profile.ts'
import examples from './examples/token-profile.json' with { type: 'json' }

export const tokenProfile = definePublicRead({
  name: 'tokenProfile',
  operationId: 'getTokenProfile',
  path: '/api/svc/profile',
  input: NO_INPUT,
  output: TokenProfile,
  tag: 'Contracts and tokens',
  summary: "Get the profile of the service's own token",
  description:
    "The service's own token as research data: what its reviewed file documents, and what is recorded of its contract and its project. A part that is unknown is null, and unknown says why. Holders are never read. No ranking and no rule uses this token.",
  examples,
})
