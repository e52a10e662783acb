import { CHAIN_ID } from '#contract/ids.ts'
import type { Operation, Tag } from '#contract/operation.ts'
import { READING_RULES } from '../agent/rules.ts'
import { skillLines } from '../agent/skills.ts'
import { type NamedRead, openAddress } from './api-index.ts'
import type { Site } from './links.ts'

/** The tags that come first in the guide, because a reader begins with their operations. */
const FIRST: readonly Tag[] = ['Agents', 'Service']

/** The fields of an operation in the guide. */
type Listed = Omit<NamedRead, 'description'> & Pick<Operation, 'method' | 'caller' | 'protocol' | 'tag'>

/**
 * The text guide for language models: the rules, and a link to every read. An operation that needs a parameter, a body
 * or a key is named without a link, because its address alone answers nothing. A protocol is also named without a link,
 * but with its whole address, because its clients are given the address. @source llmstxt.org
 */
export function guide(operations: readonly Listed[], site: Site): string {
  const links = operations.filter(isLinked)
  const others = operations.filter((operation) => !isLinked(operation))
  const tags = new Set([...FIRST, ...links.map(({ tag }) => tag)])
  const sections = [...tags].map((tag) => {
    const lines = links.filter((operation) => operation.tag === tag).map((one) => linkOf(one, site))
    return `## ${tag}\n\n${lines.join('\n')}`
  })
  const text = [
    '# Evidence research service',
    `> What is recorded of projects on chain ${CHAIN_ID}, each value with its evidence. API index: ${site.baseUrl}/api`,
    `Rules of every answer:\n\n${READING_RULES.map((rule) => `- ${rule}`).join('\n')}`,
    `Skills of the MCP server, each a resource and a prompt:\n\n${skillLines()}`,
    `Addresses that take a parameter, a body or a key:\n\n${others.map((one) => nameOf(one, site)).join('\n')}`,
    ...sections,
  ]
  return `${text.join('\n\n')}\n`
}

function isLinked({ method, caller, ...operation }: Listed): boolean {
  return method === 'GET' && caller === 'anyone' && !openAddress(operation).includes('{')
}

function linkOf({ path, summary }: Listed, { baseUrl }: Site): string {
  return `- [${summary}](${baseUrl}${path})`
}

function nameOf({ method, caller, protocol, summary, ...operation }: Listed, { baseUrl }: Site): string {
  const address = `${protocol === undefined ? '' : baseUrl}${openAddress(operation)}`
  return `- \`${method} ${address}\`: ${summary}${caller === 'account' ? ' (key)' : ''}`
}
