import type { Operation } from '#contract/operation.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Site } from './links.ts'

/** The API index: the agent contract, the Partner Card of a contract, and every read. */
export function apiIndex(
  operations: readonly Pick<Operation, 'path' | 'summary' | 'description'>[],
  site: Site,
): Output<'index'> {
  return {
    agentContract: {
      url: `${site.baseUrl}/api/agent`,
      description: 'What an agent may ask, with limits and how to cite',
    },
    byContract: {
      name: 'Partner Card of a token',
      url: `${site.baseUrl}/api/v1/builder?token={token}`,
      description: 'What is recorded of the project behind a contract',
    },
    openapi: `${site.baseUrl}/openapi.json`,
    status: `${site.baseUrl}/api/status`,
    reads: namedReads(operations, site),
  }
}

/** Every read with its address, in which path parameters are in braces. */
export function namedReads(
  operations: readonly Pick<Operation, 'path' | 'summary' | 'description'>[],
  site: Site,
): Output<'index'>['reads'] {
  return operations.map(({ path, summary, description }) => ({
    name: summary,
    url: `${site.baseUrl}${path}`,
    description,
  }))
}
