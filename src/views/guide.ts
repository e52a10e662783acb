import { CHAIN_ID } from '#contract/ids.ts'
import type { Operation } from '#contract/operation.ts'
import { RULES } from './agent/contract.ts'
import type { Site } from './links.ts'

/** What the guide tells of an operation. */
type Listed = Pick<Operation, 'method' | 'path' | 'caller' | 'input' | 'needsKey' | 'tag' | 'summary'>

/**
 * The text guide for language models: the rules, and a link to every read. What needs a parameter, a body or a key is
 * named without a link, because its address alone answers nothing. @source llmstxt.org
 */
export function guide(operations: readonly Listed[], site: Site): string {
  const links = operations.filter(isLinked)
  const others = operations.filter((operation) => !isLinked(operation))
  const tags = [...new Set(links.map(({ tag }) => tag))]
  // "Service" has the pages to begin with.
  const ordered = [...tags.filter((tag) => tag === 'Service'), ...tags.filter((tag) => tag !== 'Service')]
  const sections = ordered.map((tag) => {
    const lines = links.filter((operation) => operation.tag === tag).map((one) => linkOf(one, site))
    return `## ${tag}\n\n${lines.join('\n')}`
  })
  const text = [
    '# Evidence research service',
    `> What is recorded of projects on chain ${CHAIN_ID}, each value with its evidence. API index: ${site.baseUrl}/api`,
    `Rules of every answer:\n\n${RULES.map((rule) => `- ${rule}`).join('\n')}`,
    `Addresses that take a parameter, a body or a key:\n\n${others.map(nameOf).join('\n')}`,
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

function nameOf({ method, path, caller, input, summary }: Listed): string {
  const names = Object.entries(input.query).flatMap(([name, { presence }]) =>
    presence === 'required' ? [`${name}={${name}}`] : [],
  )
  const query = names.length === 0 ? '' : `?${names.join('&')}`
  return `- \`${method} ${path}${query}\`: ${summary}${caller === 'account' ? ' (key)' : ''}`
}
