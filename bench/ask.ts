import { Compile } from 'typebox/compile'
import { readDocuments } from '#app/files/documents.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { Instant } from '#contract/time.ts'
import { openDescriptions } from '#reads/openapi.ts'
import type { Database } from '#records/database.ts'
import { HANDLERS, type HandlerDeps } from '#surfaces/handlers.ts'
import { readInput } from '#surfaces/input.ts'

export type Question = {
  readonly name: keyof typeof HANDLERS
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
}
/** Answers a question as the service does (input, read, JSON), without network, cache and rate limit. */
export type Ask = (question: Question) => Promise<string>

/** Opens the operations on a database. With `check`, a call throws when an answer does not match its schema. */
export function asking(
  input: { readonly reader: Database; readonly now: Instant },
  options: { readonly check: boolean },
): Ask {
  const deps: HandlerDeps = {
    ...input,
    site: { baseUrl: 'https://svc.example' },
    service: {
      version: 'bench',
      sandbox: false,
      changelog: { policy: '', entries: [] },
      token: null,
      cardSigner: undefined,
      documents: readDocuments({ baseUrl: 'https://svc.example' }),
      corrections: undefined,
      securityContact: 'mailto:security@svc.example',
      requestsPerMinute: LIMITS.anonymousPerMinute,
      standbys: () => null,
    },
    outage: () => undefined,
    descriptions: openDescriptions({ baseUrl: 'https://svc.example', version: 'bench' }),
    checked: (_, answer) => answer,
  }
  return async ({ name, path = {}, query = {} }) => {
    const operation: Operation = OPERATIONS[name]
    const given = Object.entries(query).map(([key, value]) => [key, String(value)] as const)
    const read = HANDLERS[name] as (input: unknown, deps: HandlerDeps) => Promise<unknown>
    const text = JSON.stringify(
      await read(readInput(operation, { path, query: given, header: () => undefined }), deps),
    )
    if (options.check && !validator(operation).Check(JSON.parse(text))) {
      throw new Error(
        `${name} ${JSON.stringify({ path, query })} returned an answer that does not match its schema`,
      )
    }
    return text
  }
}

const validators = new Map<Operation, ReturnType<typeof Compile>>()

function validator(operation: Operation): ReturnType<typeof Compile> {
  const made = validators.get(operation) ?? Compile(operation.output)
  validators.set(operation, made)
  return made
}
