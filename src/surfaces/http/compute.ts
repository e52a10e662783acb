import { Compile } from 'typebox/compile'
import type { Caller } from '#accounts/callers.ts'
import { Failure } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'
import { HANDLERS, type HandlerDeps, TEXT_HANDLERS, type TextForm } from '../handlers.ts'
import { type Content, contentOf, mostBytesOf, storedContentOf } from './content.ts'
import { type LeftOut, openListCheck } from './list-check.ts'
import type { Gate } from './overload.ts'

/** The input of an operation and the form of the answer. */
export type Question = {
  readonly input: Readonly<Record<string, unknown>>
  readonly form: 'application/json' | TextForm
  /** The cache key: questions with the same key have the same answer. */
  readonly key: string
}

/** The cached result of a read: a body, or the refusal of an unpublished token. */
export type Computed = { readonly bytes: number } & (
  | { readonly body: Content; readonly refused?: never }
  | { readonly refused: Failure; readonly body?: never }
)

const REFUSAL_BYTES = 1024

/** Computes the answer of an operation. @throws Failure and Moved as the operation does */
export type ComputeAnswer = (
  name: OperationName,
  question: Question,
  caller: Caller | undefined,
) => Promise<Computed>

/**
 * Computes answers within the limits of the gate. An item that does not match its schema is left out of its list. With
 * `check`, any other answer that does not match its schema throws.
 */
export function openComputing(deps: {
  readonly handlerDeps: () => HandlerDeps
  readonly gate: Gate
  readonly check: boolean
  readonly leftOut: (event: LeftOut) => void
}): ComputeAnswer {
  const serialisers = new Map(
    Object.values<Operation>(OPERATIONS).map((operation) => {
      const serialise = deps.check ? checkedSerialiser(operation) : JSON.stringify
      const checkList = openListCheck(operation, deps.leftOut)
      const whole = (answer: unknown) => serialise(checkList === undefined ? answer : checkList(answer))
      return [operation.name, whole]
    }),
  )
  const textOf = async (name: OperationName, { input, form }: Question): Promise<string> => {
    if (form !== 'application/json') {
      const readText = TEXT_HANDLERS[name] as Read<string> | undefined
      if (readText !== undefined) return readText({ ...input, form }, deps.handlerDeps())
    }
    const answered = await (HANDLERS[name] as Read<unknown>)(input, deps.handlerDeps())
    return typeof answered === 'string' ? answered : String(serialisers.get(name)?.(answered))
  }
  return async (name, question, caller) => {
    const { cacheable, media }: Operation = OPERATIONS[name]
    try {
      const work = () => textOf(name, question)
      // The one answer that is never cached is health. It reads no record, so that it takes no place at the gate.
      const text = cacheable === 'never' ? await work() : await deps.gate.pass(work, nameOf(caller))
      const type = media === undefined ? question.form : media
      const body = cacheable === 'never' ? contentOf(text, type) : storedContentOf(text, type)
      return { body, bytes: mostBytesOf(body) }
    } catch (thrown) {
      if (!isUnpublishedToken(thrown)) throw thrown
      return { refused: thrown, bytes: REFUSAL_BYTES }
    }
  }
}

type Read<T> = (input: object, deps: HandlerDeps) => Promise<T>

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
