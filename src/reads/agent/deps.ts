import type { OperationName, Output } from '#contract/operations/index.ts'
import type { ReadDeps } from '../deps.ts'

/** Dependencies of a question of an agent: those of its reads, on one snapshot, and the check of what they answered. */
export type AgentDeps = ReadDeps & { readonly checked: Checked }

/**
 * The answer of a read without the list items that do not match their schema, as every caller of the operation gets it.
 * The items left out are reported to the operator.
 */
export type Checked = <N extends OperationName>(name: N, answer: Output<N>) => Output<N>
