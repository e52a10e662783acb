import type { Operation } from '#contract/operation.ts'
import { type LeftOut, openListCheck } from './list-check.ts'
import { validatorOf } from './validator.ts'

/** Returns the answer of an operation without the list items that do not match their schema. */
export type CheckAnswer = <T>(name: string, answer: T) => T

/**
 * Opens the check of answers, by the name of the operation. An item that does not match its schema is left out of its
 * list. With `whole`, any other answer that does not match its schema throws.
 */
export function openAnswerCheck(
  operations: readonly Operation[],
  { whole, leftOut }: { readonly whole: boolean; readonly leftOut: (event: LeftOut) => void },
): CheckAnswer {
  const checks = new Map(
    operations.map((operation) => {
      const checkLists = openListCheck(operation, leftOut)
      const expect = whole ? openExpectation(operation) : () => {}
      const check = (answer: unknown) => {
        const kept = checkLists === undefined ? answer : checkLists(answer)
        expect(kept)
        return kept
      }
      return [operation.name, check]
    }),
  )
  return <T>(name: string, answer: T) => {
    const check = checks.get(name)
    if (check === undefined) throw new Error(`no operation ${name} is served`)
    return check(answer) as T
  }
}

function openExpectation({ name, output }: Operation): (answer: unknown) => void {
  return (answer) => {
    const validator = validatorOf(output)
    // An answer is JSON when it is sent: a field that is undefined is absent.
    const sent: unknown = answer === undefined ? answer : JSON.parse(JSON.stringify(answer))
    if (validator.Check(sent)) return
    const [first] = validator.Errors(sent)
    throw new Error(`${name} answered ${first?.instancePath} that ${first?.message}`)
  }
}
