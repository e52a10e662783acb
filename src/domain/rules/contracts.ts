import { USAGE_CHANGED_RULE, USE_RULE } from '#domain/contracts/contract-use.ts'
import { METHODS_RULE } from '#domain/contracts/method-calls.ts'
import { counted, type Rule, span } from './rule.ts'

/** The rules of on-chain use. */
export const CONTRACT_RULES: readonly Rule[] = [
  {
    id: METHODS_RULE.id,
    title: 'Calls of methods',
    concludes: ['method'],
    text: `A call is a successful transaction to a counted contract whose selector names a function other than those of every ERC-20 token. It is decoded by the verified interface, never guessed. A call after ${span(METHODS_RULE.silenceMs)} of completely read silence is a resumption, and at most ${METHODS_RULE.undecodedMax} unnamed selectors are recorded for a contract.`,
  },
  {
    id: USE_RULE.id,
    title: 'Use of contracts',
    concludes: ['contract.use'],
    text: `The number of decoded calls to all counted contracts over ${counted(USE_RULE.days, 'complete UTC day')}: the last that were collected of each of them. It is unknown if a day of a contract that existed then was not collected, if the calls of a contract cannot be read or were collected up to more than ${span(USE_RULE.collectedAtMost)} ago, or if no contract can be decoded. It is also unknown if code without a verified interface answered, on one of these days, a contract that can be decoded at another time, and if the interface of code that answered does not name each of its functions.`,
  },
  {
    id: USAGE_CHANGED_RULE.id,
    title: 'Change of use',
    concludes: ['contract.usage_changed'],
    text: `A week has at least ${USAGE_CHANGED_RULE.factor} times the calls of the week before, or the reverse, and the two numbers are at least ${USAGE_CHANGED_RULE.apartAtLeast} apart. Both weeks were completely collected, and only verified code answered in them.`,
  },
]
