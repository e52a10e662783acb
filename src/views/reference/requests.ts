import { known } from '#contract/known.ts'
import type { Operation } from '#contract/operation.ts'
import type { Site } from '../site/links.ts'
import type { StoredAnswer } from './answers.ts'
import { IN_SCRIPT, IN_SHELL, isName, literal } from './literal.ts'
import type { Part } from './parts.ts'

/** The request of a stored answer in three ways. */
export function requestParts(operation: Operation, stored: StoredAnswer, site: Site): readonly Part[] {
  const example = { operation, stored, address: `${site.baseUrl}${requestPath(operation, stored.input)}` }
  return [
    { kind: 'code', label: 'curl', language: 'sh', text: curl(example) },
    { kind: 'code', label: 'fetch', language: 'js', text: fetched(example) },
    { kind: 'code', label: 'TypeScript client', language: 'ts', text: called(example, site) },
  ]
}

/** The path of an operation with these parameters. */
export function requestPath({ path, input }: Operation, given: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathText(given[name]))
  const query = Object.entries(given).filter(([name]) => !(name in input.path))
  return query.length === 0
    ? filled
    : `${filled}?${query.map(([name, value]) => `${name}=${queryText(value)}`).join('&')}`
}

function pathText(value: string | undefined): string {
  return value === undefined ? '' : encodeURIComponent(value).replaceAll('%3A', ':')
}

/** Commas stay as they are: an address with them is read more easily, and both forms mean the same. */
function queryText(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',')
}

type ExampleRequest = {
  readonly operation: Operation
  readonly stored: StoredAnswer
  readonly address: string
}

function headersOf({
  operation,
  stored,
}: ExampleRequest): readonly (readonly [name: string, value: string])[] {
  return [
    ...(operation.caller === 'account' ? [['authorization', 'Bearer $SVC_KEY'] as const] : []),
    ...(stored.body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ...(stored.headers === undefined ? [] : Object.entries(stored.headers)),
  ]
}

function curl(example: ExampleRequest): string {
  const { operation, stored, address } = example
  const method =
    operation.method === 'GET' || (operation.method === 'POST' && stored.body !== undefined)
      ? ''
      : ` -X ${operation.method}`
  const headers = headersOf(example).map(
    ([name, value]) => `-H ${value.includes('$') ? `"${name}: ${value}"` : `'${name}: ${value}'`}`,
  )
  const body = stored.body === undefined ? [] : [`-d '${literal(stored.body, IN_SHELL)}'`]
  return [`curl${method} '${address}'`, ...headers, ...body].join(' \\\n  ')
}

/** The header with the key, which the program takes from its environment. */
const KEY_HEADER = `\`Bearer \${process.env.SVC_KEY}\``

function fetched(example: ExampleRequest): string {
  const { operation, stored, address } = example
  const headers = headersOf(example).map(
    ([name, value]) =>
      `${isName(name) ? name : `'${name}'`}: ${value.includes('$') ? KEY_HEADER : `'${value}'`}`,
  )
  const parts = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(stored.body === undefined
      ? []
      : [`  body: JSON.stringify(${literal(stored.body, IN_SCRIPT, '  ')}),`]),
  ]
  const given = parts.length === 0 ? '' : `, {\n${parts.join('\n')}\n}`
  return [`const answer = await fetch('${address}'${given})`, ...readWords(stored)].join('\n')
}

function readWords({ answer, text }: StoredAnswer): readonly string[] {
  if (answer !== undefined) return ['const value = await answer.json()']
  return text === undefined ? [] : ['const text = await answer.text()']
}

function called({ operation, stored }: ExampleRequest, { baseUrl }: Site): string {
  const given = { ...typed(operation, stored.input), ...known({ body: stored.body }) }
  const key = operation.caller === 'account' ? ', key: process.env.SVC_KEY' : ''
  const parameters = Object.keys(given).length === 0 ? '' : literal(given, IN_SCRIPT)
  return [
    "import { createClient } from 'evidence-research-client'",
    '',
    `const svc = createClient({ baseUrl: '${baseUrl}'${key} })`,
    `const answer = await svc.${operation.operationId}(${parameters})`,
  ].join('\n')
}

/** Parameters as values of their types: numbers as numbers, lists as lists. */
function typed({ input }: Operation, given: Readonly<Record<string, string>>): Record<string, unknown> {
  const parameters = { ...input.path, ...input.query }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const type: unknown = Reflect.get(Object(parameters[name]?.schema), 'type')
      if (type === 'integer') return [name, Number.parseInt(value, 10)]
      return [name, type === 'array' ? value.split(',') : value]
    }),
  )
}
