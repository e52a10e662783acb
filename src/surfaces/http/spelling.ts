import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'

/** Spellings longer than this are not remembered; their answers are found by reading the request. */
const LONGEST = 600

/** Every header an answer may differ by, besides those that name the caller or the encoding. */
const READ_HEADERS = ['accept', ...headersOf(Object.values(OPERATIONS))]

/**
 * A request as it was spelled: two requests of one spelling ask for the same. Undefined where it is too long to be
 * worth remembering.
 */
export function spellingOf(url: string, headers: IncomingHttpHeaders): string | undefined {
  let spelling = url
  for (const name of READ_HEADERS) {
    const value = headers[name]
    spelling += value === undefined ? '\n' : `\n:${String(value)}`
  }
  return spelling.length > LONGEST ? undefined : spelling
}

/** The name under which the answer to an input is held, the same for every spelling of it. */
export function keyOf(
  operation: Operation,
  asked: { readonly form: string; readonly input: Readonly<Record<string, unknown>> },
): string {
  const { ignoredParameters, ...read } = asked.input
  const told = namesIgnored(operation) ? { ...read, ignoredParameters } : read
  return `${operation.name} ${asked.form} ${JSON.stringify(told)}`
}

/** Whether the operation answers a list, which names the parameters it did not read. */
export function namesIgnored(operation: Operation): boolean {
  const properties: unknown = Reflect.get(operation.output, 'properties')
  return typeof properties === 'object' && properties !== null && 'ignoredParameters' in properties
}

function headersOf(operations: readonly Operation[]): readonly string[] {
  const names = operations.flatMap(({ input }) =>
    [...Object.values(input.path), ...Object.values(input.query)].flatMap(({ header }) => header ?? []),
  )
  return [...new Set(names.map((name) => name.toLowerCase()))]
}
