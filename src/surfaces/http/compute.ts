import type { Caller } from '#accounts/callers.ts'
import { Failure } from '#contract/errors.ts'
import type { AnswerForm, Operation } from '#contract/operation.ts'
import type { AccountDeps, HandlerDeps, Registry } from '../handlers.ts'
import type { CheckAnswer } from './answer-check.ts'
import { type Content, contentOf, mostBytesOf, storedContentOf } from './content.ts'
import { fileOf, formatIn, isExport } from './export-file.ts'
import type { LeftOut } from './list-check.ts'
import type { Gate } from './overload.ts'
import { pngOf } from './png.ts'
import type { PositionedReads } from './positioned-reads.ts'

/** The input of an operation and the form of the answer. */
export type AnswerRequest = {
  readonly input: Readonly<Record<string, unknown>>
  readonly form: 'application/json' | NonNullable<Operation['media']> | AnswerForm
}

/**
 * The cached result of a read: a body, or the refusal of an unpublished token; with the ledger position of its
 * snapshot, which is undefined when it is not known and for an answer that reads no records.
 */
export type Computed = { readonly bytes: number; readonly position: number | undefined } & Outcome
type Outcome =
  | { readonly body: Content; readonly refused?: never }
  | { readonly refused: Failure; readonly body?: never }

const REFUSAL_BYTES = 1024

/** Who gets an answer, and the ledger position that it must have reached. */
export type Recipient = { readonly caller: Caller | undefined; readonly least: number }

/** Computes the answer of an operation. @throws Failure and Moved as the operation does */
export type ComputeAnswer = (
  operation: Operation,
  request: AnswerRequest,
  recipient: Recipient,
) => Promise<Computed>

/** Computes answers within the limits of the gate. */
export function openComputing(deps: {
  readonly registry: Registry
  readonly reads: PositionedReads
  readonly webhooks: AccountDeps['webhooks']
  readonly gate: Gate
  readonly checked: CheckAnswer
  readonly leftOut: (event: LeftOut) => void
}): ComputeAnswer {
  const { handlers, textHandlers } = deps.registry
  const { checked } = deps
  const textOf = async (
    operation: Operation,
    { input, form }: AnswerRequest,
    handlerDeps: HandlerDeps | AccountDeps,
  ) => {
    const { name, status } = operation
    if (form !== 'application/json') {
      const readText = textHandlers[name] as Handler<string> | undefined
      if (readText !== undefined) return readText({ ...input, form }, handlerDeps)
    }
    const answered = await (handlers[name] as Handler<unknown>)(input, handlerDeps)
    if (isExport(operation)) {
      const format = formatIn(input)
      return fileOf(operation, { items: answered as unknown[], format, leftOut: deps.leftOut })
    }
    if (status === 204) return ''
    return typeof answered === 'string' ? answered : String(JSON.stringify(checked(name, answered)))
  }
  return async (operation, request, { caller, least }) => {
    const { cacheable, counted } = operation
    const { form } = request
    const answerOn = (handlerDeps: HandlerDeps | AccountDeps) =>
      outcomeOf(async () => {
        const text = await textOf(operation, request, handlerDeps)
        const answered = form === 'image/png' ? await pngOf(text) : text
        return cacheable === 'never' ? contentOf(answered, form) : storedContentOf(answered, form)
      })
    // Operations that are not counted read no record, so that they take no place at the gate.
    if (!counted) return computedOf(await deps.reads.primary(answerOn))
    const answer = () =>
      operation.caller === 'anyone'
        ? deps.reads.read(least, answerOn)
        : deps.reads.primary((own) => answerOn(accountDepsOf(own, { operation, caller }, deps)))
    return computedOf(await deps.gate.pass(answer, callerName(caller)))
  }
}

/** The body of an answer, or the refusal of an unpublished token. @throws Failure for any other */
export async function outcomeOf(answer: () => Promise<Content>): Promise<Outcome> {
  try {
    return { body: await answer() }
  } catch (thrown) {
    if (!isUnpublishedToken(thrown)) throw thrown
    return { refused: thrown }
  }
}

/** An outcome as the response cache holds it: with its position and its size. */
export function computedOf(answered: {
  readonly value: Outcome
  readonly position: number | undefined
}): Computed {
  const { value, position } = answered
  return { ...value, position, bytes: value.body === undefined ? REFUSAL_BYTES : mostBytesOf(value.body) }
}

type Handler<T> = (input: object, deps: HandlerDeps | AccountDeps) => Promise<T>

function accountDepsOf(
  own: HandlerDeps,
  { operation, caller }: { readonly operation: Operation; readonly caller: Caller | undefined },
  deps: { readonly webhooks: AccountDeps['webhooks'] },
): AccountDeps {
  if (caller?.kind !== 'keyed') throw new Error(`${operation.name} was called without an account`)
  const account = { id: caller.key.account.id }
  return { ...own, database: own.reader, account, webhooks: deps.webhooks }
}

/** The name under which the gate knows a caller. All keys of an account are one caller. */
export function callerName(caller: Caller | undefined): string {
  if (caller === undefined) return ''
  return caller.kind === 'keyed' ? caller.key.account.id : caller.client
}

/** Callers often ask for unpublished tokens, so their refusal is cached like an answer. */
function isUnpublishedToken(thrown: unknown): thrown is Failure {
  return thrown instanceof Failure && thrown.extra.scanUrl !== undefined
}
