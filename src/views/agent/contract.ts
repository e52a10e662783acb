import { CHAIN_ID } from '#contract/ids.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { LIMITS } from '#contract/limits.ts'
import { NOT_OFFERED } from '#contract/parameters/agent-parameters.ts'
import type { AgentContract } from '#contract/shapes/agent-contract.ts'
import { RECEIPT_SCHEMA_PATH } from '#contract/shapes/research-receipt.ts'
import { type NamedRead, namedReads } from '../site/api-index.ts'
import type { Site } from '../site/links.ts'
import type { Offer } from './offer.ts'
import { QUOTING_RULES, READING_RULES } from './rules.ts'

const ERROR_FORMS =
  'A refusal under /api/agent has an `error` object with `code` and `message`. Everywhere else `error` is the code, and `message` stands beside it.'

/** The agent contract: what may be asked, the rules of every answer, how to cite, and the limits. */
export function agentContract(
  input: Ignoring & {
    readonly operations: readonly NamedRead[]
    readonly requestsPerMinute: number
    readonly offers: readonly Offer[]
  },
  site: Site,
): AgentContract {
  return {
    description: `What is recorded of projects on chain ${CHAIN_ID}, each value with its evidence. Every read is a GET.`,
    capabilities: input.offers.map(({ name, address, description, parameters }) => ({
      name,
      url: `${site.baseUrl}${address}`,
      description,
      parameters: [...parameters],
    })),
    notOffered: NOT_OFFERED,
    rules: READING_RULES,
    words: QUOTING_RULES,
    errors: ERROR_FORMS,
    citing: {
      url: `${site.baseUrl}/api/evidence/{id}`,
      description:
        'Cite the evidence id of a value with the time of the answer. The address answers its receipt.',
    },
    limits: {
      requestsPerMinute: input.requestsPerMinute,
      cacheSeconds: LIMITS.anonymousCacheSeconds,
      answerBytes: LIMITS.agentBytes,
      candidates: LIMITS.agentCandidates,
    },
    reads: namedReads(input.operations, site),
    links: [
      { name: 'Calls of agents by day', url: `${site.baseUrl}/api/agent/stats` },
      { name: 'Schema of an agent research receipt', url: `${site.baseUrl}${RECEIPT_SCHEMA_PATH}` },
      { name: 'Changes of the ledger', url: `${site.baseUrl}/api/changes` },
      { name: 'Guide for language models', url: `${site.baseUrl}/llms.txt` },
    ],
    openapi: `${site.baseUrl}/openapi.json`,
    query: ignoredField(input),
  }
}
