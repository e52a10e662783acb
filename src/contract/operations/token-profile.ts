import { DISCLAIMERS } from '../disclaimers.ts'
import { CHAIN_ID } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { TokenProfile, type UnknownPart } from '../shapes/token-profile.ts'
import type { CalendarDate } from '../time.ts'

const unlaunched: UnknownPart = { state: 'NOT_APPLICABLE', reason: 'not_launched' }
const unpublished: UnknownPart = { state: 'NOT_RESEARCHED', reason: 'not_published' }

const beforeLaunch: TokenProfile = {
  schema: 'svc.token-profile/v1',
  identity: { name: 'Service Token', symbol: 'SVC', reviewedOn: '2026-11-20' as CalendarDate },
  ...{ contract: null, chainId: CHAIN_ID, supply: null, launch: null, market: null, locks: null },
  ...{ project: null, recentChanges: null, holderTiers: null },
  utilities: [{ name: 'Higher request limits', status: 'PLANNED', description: null, url: null }],
  unknown: {
    ...{
      contract: unlaunched,
      supply: unlaunched,
      launch: unlaunched,
      market: unlaunched,
      locks: unlaunched,
    },
    ...{ project: unpublished, recentChanges: unpublished },
    holderTiers: { state: 'NO_SOURCE', reason: 'never_read' },
  },
  asOf: null,
  disclaimer: DISCLAIMERS.tokenProfile,
}

export const tokenProfile = definePublicRead({
  name: 'tokenProfile',
  operationId: 'getTokenProfile',
  path: '/api/svc/profile',
  input: { path: {}, query: {} },
  output: TokenProfile,
  tag: 'Contracts and tokens',
  summary: "Get the profile of the service's own token",
  description:
    "The service's own token as research data: what its reviewed file documents, and what is recorded of its contract and its project. A part that is unknown is null, and unknown says why. Holders are never read. No ranking and no rule uses this token.",
  examples: [{ name: 'unlaunched', summary: 'Before launch', input: {}, answer: beforeLaunch }],
})
