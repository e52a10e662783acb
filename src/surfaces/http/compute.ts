import { Compile } from 'typebox/compile'
import type { Caller } from '#accounts/callers.ts'
import { Failure } from '#contract/errors.ts'
import type { AnswerForm, Operation } from '#contract/operation.ts'
import type { AccountDeps, HandlerDeps, Registry } from '../handlers.ts'
import { type Content, contentOf, mostBytesOf, storedContentOf } from './content.ts'
import { type LeftOut, openListCheck } from './list-check.ts'
import type { Gate } from './overload.ts'
import { pngOf } from './png.ts'

/** The input of an operation and the form of the answer. */
export type Question = {
  readonly input: Readonly<Record<string, unknown>>
  readonly form: 'application/json' | NonNullable<Operation['media']> | AnswerForm
}

/** The cached result of a read: a body, or the refusal of an unpublished token. */
export type Computed = { readonly bytes: number } & (
  | { readonly body: Content; readonly refused?: never }
  | { readonly refused: Failure; readonly body?: never }
)

const REFUSAL_BYTES = 1024

/** Computes the answer of an operation. @throws Failure and Moved as the operation does */
export type ComputeAnswer = (
  operation: Operation,
  question: Question,
  caller: Caller | undefined,
) => Promise<Computed>

/**
 * Computes answers within the limits of the gate. An item that does not match its schema is left out of its list. With
 * `check`, any other answer that does not match its schema throws.
 */
export function openComputing(deps: {
  readonly registry: Registry
  readonly handlerDeps: () => HandlerDeps
  readonly webhooks: AccountDeps['webhooks']
  readonly gate: Gate
  readonly check: boolean
  readonly leftOut: (event: LeftOut) => void
}): ComputeAnswer {
  const { operations, handlers, textHandlers } = deps.registry
  const serialisers = new Map(
    operations.map((operation) => {
      const serialise = deps.check ? checkedSerialiser(operation) : JSON.stringify
      const checkList = openListCheck(operation, deps.leftOut)
      const whole = (answer: unknown) => serialise(checkList === undefined ? answer : checkList(answer))
      return [operation.name, whole]
    }),
  )
  const textOf = async (operation: Operation, { input, form }: Question, caller: Caller | undefined) => {
    const { name, status } = operation
    const handlerDeps = depsOf({ operation, caller }, deps)
    if (form !== 'application/json') {
      const readText = textHandlers[name] as Handler<string> | undefined
      if (readText !== undefined) return readText({ ...input, form }, handlerDeps)
    }
    const answered = await (handlers[name] as Handler<unknown>)(input, handlerDeps)
    if (status === 204) return ''
    return typeof answered === 'string' ? answered : String(serialisers.get(name)?.(answered))
  }
  return async (operation, question, caller) => {
    const { cacheable, counted } = operation
    const { form } = question
    try {
      const work = async () => {
        const text = await textOf(operation, question, caller)
        return form === 'image/png' ? await pngOf(text) : text
      }
      // Operations that are not counted read no record, so that they take no place at the gate.
      const answered = counted ? await deps.gate.pass(work, nameOf(caller)) : await work()
      const body = cacheable === 'never' ? contentOf(answered, form) : storedContentOf(answered, form)
      return { body, bytes: mostBytesOf(body) }
    } catch (thrown) {
      if (!isUnpublishedToken(thrown)) throw thrown
      return { refused: thrown, bytes: REFUSAL_BYTES }
    }
  }
}

type Handler<T> = (input: object, deps: HandlerDeps | AccountDeps) => Promise<T>

function depsOf(
  { operation, caller }: { readonly operation: Operation; readonly caller: Caller | undefined },
  deps: { readonly handlerDeps: () => HandlerDeps; readonly webhooks: AccountDeps['webhooks'] },
): HandlerDeps | AccountDeps {
  const own = deps.handlerDeps()
  if (operation.caller === 'anyone') return own
  if (caller?.kind !== 'keyed') throw new Error(`${operation.name} was called without an account`)
  const account = { id: caller.key.account.id }
  return { ...own, database: own.reader, account, webhooks: deps.webhooks }
}

/** All keys of an account are one caller. */
function nameOf(caller: Caller | undefined): string {
  if (caller === undefined) return ''
  return caller.kind === 'keyed' ? caller.key.account.id : caller.client
}

/** Callers often ask for unpublished tokens, so their refusal is cached like an answer. */
function isUnpublishedToken(thrown: unknown): thrown is Failure {
  return thrown instanceof Failure && thrown.extra.scanUrl !== undefined
}

function checkedSerialiser(operation: Operation): (answer: unknown) => string {
  const validator = Compile(operation.output)
  return (answer) => {
    const text = JSON.stringify(answer)
    const sent: unknown = JSON.parse(text)
    if (validator.Check(sent)) return text
    const [first] = validator.Errors(sent)
    throw new Error(`${operation.name} answered ${first?.instancePath} that ${first?.message}`)
  }
}
