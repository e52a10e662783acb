import { Failure } from '#contract/errors.ts'
import type { BodySchema } from '#contract/operation.ts'
import type { Arguments, Tool, ToolCall } from '#reads/agent/tool.ts'
import { checkBody, readOpenBody } from '../body.ts'
import { readInput } from '../input.ts'

/** Other names under which callers give an argument. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  project: ['slug', 'name', 'contract', 'token', 'address'],
  projects: ['slugs', 'names'],
  token: ['contract', 'address'],
  contract: ['token', 'address'],
  q: ['query', 'search', 'name'],
  id: ['evidence', 'evidenceId'],
}

const AN_ADDRESS =
  'an address: 0x and 40 hexadecimal digits, for example 0x1111111111111111111111111111111111111111'
const A_TIME = 'a date or an instant in UTC, for example 2026-11-16 or 2026-11-16T10:00:00Z'

/** What is expected of an argument, in words with an example. */
const EXPECTED: Readonly<Record<string, string>> = {
  project: 'the slug, name, symbol or contract of a project, for example lumen',
  projects: 'a list of two to four projects, for example ["lumen", "ember"]',
  token: `${AN_ADDRESS}. A symbol is no identity: find its project with search_projects`,
  contract: `${AN_ADDRESS}, also with 4663: before it`,
  since: A_TIME,
  until: A_TIME,
  after: 'the resume cursor of an earlier answer, for example c1.0',
  before: 'the cursor that `next` of an earlier answer has',
  id: 'a typed evidence id of an answer, for example ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11',
  source: 'the evidence id of a source, for example source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162',
}

/** The arguments of a call under the names of its tool, checked. @throws Failure that says what an argument must be */
export function readArguments({ input }: Pick<Tool, 'input'>, schema: BodySchema, given: object): Arguments {
  try {
    return checkBody(schema, underOwnNames(given, input)) as Arguments
  } catch (thrown) {
    const parameter = String(thrown instanceof Failure ? thrown.extra.detail?.['parameter'] : undefined)
    const name = parameter.replace(/\[\d+\]$/, '')
    // A name that the tool does not have is refused with the names that it has.
    const expected = Object.hasOwn(schema.properties, name) ? EXPECTED[name] : undefined
    const isMissing = thrown instanceof Failure && thrown.message.startsWith('Missing')
    if (expected === undefined) throw thrown
    const message = `${isMissing ? 'Missing' : 'Invalid'} \`${parameter}\`: expected ${expected}.`
    throw new Failure('invalid_parameter', { message, detail: { parameter, expected } })
  }
}

/**
 * The input of a tool, parsed as the parameters of an operation are; a list is comma-separated. @throws Failure as
 * readInput does
 */
export function inputOf({ input: query }: Pick<Tool, 'input'>, args: Arguments): ToolCall['input'] {
  const given = Object.keys(query).filter((name) => args[name] !== undefined)
  const texts = given.map((name) => [name, String(args[name])] as const)
  const { ignoredParameters: _, ...input } = readInput(
    { input: { path: {}, query } },
    { path: {}, query: texts, header: () => undefined },
  )
  return input
}

/** The object of a tool that takes one. @throws Failure as readOpenBody does */
export function bodyOf({ body }: Pick<Tool, 'body'>, args: Arguments): ToolCall['body'] {
  return body === undefined ? undefined : readOpenBody(args[body.name])
}

/** The arguments under the names of a tool. A name that the tool has itself keeps its own meaning. */
function underOwnNames(given: object, own: Tool['input']): Record<string, unknown> {
  const args: Record<string, unknown> = { ...given }
  for (const name of Object.keys(own)) {
    if (Object.hasOwn(args, name)) continue
    const other = (OTHER_NAMES[name] ?? []).find(
      (one) => !Object.hasOwn(own, one) && Object.hasOwn(args, one),
    )
    if (other === undefined) continue
    args[name] = args[other]
    delete args[other]
  }
  return args
}
