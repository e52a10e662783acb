import type { Operation } from '#contract/operation.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Site } from './links.ts'

/** The fields of an operation in the lists of reads. */
export type NamedRead = Pick<
  Operation,
  'path' | 'summary' | 'description' | 'input' | 'needsKey' | 'exclusive'
>

/** The API index: the agent contract, the Partner Card of a contract, and every read. */
export function apiIndex(operations: readonly NamedRead[], site: Site): Output<'index'> {
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

/** Every read with its address. Parameters that must be given stand in braces. */
export function namedReads(operations: readonly NamedRead[], site: Site): Output<'index'>['reads'] {
  return operations.map((operation) => ({
    name: operation.summary,
    url: `${site.baseUrl}${openAddress(operation)}`,
    description: operation.description,
  }))
}

/**
 * The path of an operation, with the parameters that must be given in braces. If one of two exclusive parameters needs
 * a key, the other one must be given.
 */
export function openAddress({
  path,
  input,
  needsKey,
  exclusive,
}: Pick<NamedRead, 'path' | 'input' | 'needsKey' | 'exclusive'>): string {
  const required = Object.keys(input.query).filter((name) => input.query[name]?.presence === 'required')
  const alternatives =
    needsKey === undefined || exclusive === undefined
      ? []
      : exclusive.filter((name) => !needsKey.includes(name))
  const names = [...required, ...alternatives]
  return names.length === 0 ? path : `${path}?${names.map((name) => `${name}={${name}}`).join('&')}`
}
