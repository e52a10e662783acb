import type { OperationName, Output } from '#contract/operations/index.ts'
import type { ReadDeps } from '../deps.ts'

/**
 * Dependencies of an agent's question: the dependencies of its reads on one database snapshot, and the check of their
 * answers.
 */
export type AgentDeps = ReadDeps & { readonly checked: Checked }

/**
 * The answer of a read without the list items that do not match their schema, as every caller of the operation gets it.
 * The items left out are reported to the operator.
 */
export type Checked = <N extends OperationName>(name: N, answer: Output<N>) => Output<N>
