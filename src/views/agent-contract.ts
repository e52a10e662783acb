import { CHAIN_ID } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Output } from '#contract/operations/index.ts'
import { type NamedRead, namedReads } from './api-index.ts'
import type { Site } from './links.ts'

/** What holds for every answer. */
export const RULES = [
  'Every value is FACT (recorded, with its source), DERIVED (a rule applied to facts) or UNKNOWN.',
  'An absent or null field is unknown. It is never zero, false, an empty list or none.',
  'A reading describes the time of its observedAt, not now.',
  'A valuation is a marketCap or an fdv. Never compare the two.',
  'Price, liquidity and volume are context. No status or rank of building uses them.',
  'A token is not a project. A token that is not published is not a researched project.',
  'A token is named by its chain id and contract, never by its symbol.',
  'No answer is investment advice, a rating or a prediction.',
]

/** The agent contract: what may be asked, the rules of every answer, how to cite, and the limits. */
export function agentContract(
  input: {
    readonly operations: readonly NamedRead[]
    readonly ignoredParameters: readonly string[]
  },
  site: Site,
): Output<'agent'> {
  return {
    description: `What is recorded of projects on chain ${CHAIN_ID}, each value with its evidence. Every read is a GET.`,
    rules: RULES,
    citing: {
      url: `${site.baseUrl}/api/evidence/{id}`,
      description:
        'Cite the evidence id of a value with the time of the answer. The address answers its receipt.',
    },
    limits: {
      requestsPerMinute: LIMITS.anonymousPerMinute,
      cacheSeconds: LIMITS.anonymousCacheSeconds,
    },
    reads: namedReads(input.operations, site),
    openapi: `${site.baseUrl}/openapi.json`,
    query: { ignoredParameters: [...input.ignoredParameters] },
  }
}
