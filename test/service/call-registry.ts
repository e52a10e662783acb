import { Type } from 'typebox'
import { namedObject, nullable } from '#contract/enums.ts'
import {
  bodyObject,
  defineAccountCall,
  definePublicCall,
  definePublicRead,
  NOTHING,
} from '#contract/operation.ts'
import { required, slug } from '#contract/parameters/parameter.ts'
import type { AccountDeps, Registry } from '#surfaces/handlers.ts'

/** A registry of small operations, for tests of the machinery that operations share. */
export type CallRegistry = Registry & {
  /** The inputs that reached a handler. */
  readonly calls: readonly Got[]
}
type Got = { readonly name: string; readonly input: object; readonly account: string | undefined }

const shared = { tag: 'Service', description: 'For tests.', examples: [] } as const
const Note = namedObject('Note', { text: Type.String() })
const path = { slug: required(slug()) }

export const NOTE_OPERATIONS = [
  definePublicRead({
    ...shared,
    name: 'countNotes',
    operationId: 'countNotes',
    path: '/api/notes/count',
    summary: 'Count notes',
    input: { path: {}, query: {} },
    output: Note,
  }),
  defineAccountCall({
    ...shared,
    name: 'listNotes',
    operationId: 'listNotes',
    method: 'GET',
    path: '/api/notes',
    summary: 'List notes',
    input: { path: {}, query: {} },
    output: Note,
  }),
  defineAccountCall({
    ...shared,
    name: 'createNote',
    operationId: 'createNote',
    method: 'POST',
    path: '/api/notes',
    hourly: 'create',
    status: 201,
    errors: ['subscription_limit'],
    summary: 'Create a note',
    input: {
      path: {},
      query: {},
      body: bodyObject('NewNote', {
        text: Type.String({ maxLength: 20_000 }),
        label: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 5 }))),
        tags: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
      }),
    },
    output: Note,
    examples: [
      { name: 'short', summary: 'A short note', input: {}, body: { text: 'x' }, answer: { text: 'x' } },
    ],
  }),
  defineAccountCall({
    ...shared,
    name: 'removeNote',
    operationId: 'removeNote',
    method: 'DELETE',
    path: '/api/notes/{slug}',
    hourly: 'change',
    status: 204,
    summary: 'Remove a note',
    input: { path, query: {} },
    output: NOTHING,
  }),
  defineAccountCall({
    ...shared,
    name: 'pingNote',
    operationId: 'pingNote',
    method: 'POST',
    path: '/api/notes/{slug}/ping',
    hourly: 'ping',
    summary: 'Ping a note',
    input: { path, query: {} },
    output: Note,
  }),
  definePublicCall({
    ...shared,
    name: 'checkNote',
    operationId: 'checkNote',
    path: '/api/check',
    summary: 'Check a note',
    minutely: 'validate',
    input: { path: {}, query: {}, body: bodyObject('AnyNote', { note: Type.Unknown() }) },
    output: Note,
  }),
] as const

/** Opens the registry. The handlers number their answers. */
export function openCallRegistry(): CallRegistry {
  const calls: Got[] = []
  const handlerOf = (name: string) => async (input: object, deps: Partial<AccountDeps>) => {
    calls.push({ name, input, account: deps.account?.id })
    return { text: `answer ${calls.length}` }
  }
  const handlers = Object.fromEntries(NOTE_OPERATIONS.map(({ name }) => [name, handlerOf(name)]))
  return { operations: NOTE_OPERATIONS, handlers, textHandlers: {}, protocols: {}, calls }
}
