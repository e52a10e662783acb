import { CHAIN_ID } from '#contract/ids.ts'
import type { Operation, Tag } from '#contract/operation.ts'
import { RULES } from './agent-contract.ts'
import type { Site } from './links.ts'

/** They have the pages to begin with. */
const FIRST: readonly Tag[] = ['Agents', 'Service']

/** What the guide tells of an operation. */
type Listed = Pick<
  Operation,
  'method' | 'path' | 'caller' | 'input' | 'needsKey' | 'protocol' | 'tag' | 'summary'
>

/**
 * The text guide for language models: the rules, and a link to every read. What needs a parameter, a body or a key is
 * named without a link, because its address alone answers nothing. So is a protocol, with its whole address, which its
 * clients are given. @source llmstxt.org
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
    `Rules of every answer:\n\n${RULES.map((rule) => `- ${rule}`).join('\n')}`,
    `Addresses that take a parameter, a body or a key:\n\n${others.map((one) => nameOf(one, site)).join('\n')}`,
    ...sections,
  ]
  return `${text.join('\n\n')}\n`
}

/** Where one parameter needs a key, that one or its alternative must be given. */
function isLinked({ method, caller, input, needsKey }: Listed): boolean {
  const parameters = [...Object.values(input.path), ...Object.values(input.query)]
  return (
    method === 'GET' &&
    caller === 'anyone' &&
    needsKey === undefined &&
    parameters.every(({ presence }) => presence !== 'required')
  )
}

function linkOf({ path, summary }: Listed, { baseUrl }: Site): string {
  return `- [${summary}](${baseUrl}${path})`
}

function nameOf({ method, path, caller, input, protocol, summary }: Listed, { baseUrl }: Site): string {
  const names = Object.entries(input.query).flatMap(([name, { presence }]) =>
    presence === 'required' ? [`${name}={${name}}`] : [],
  )
  const query = names.length === 0 ? '' : `?${names.join('&')}`
  const address = protocol === undefined ? path : `${baseUrl}${path}`
  return `- \`${method} ${address}${query}\`: ${summary}${caller === 'account' ? ' (key)' : ''}`
}
