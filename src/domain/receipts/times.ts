import type { AgentResearchReceipt, ResearchReference } from '#contract/shapes/research-receipt.ts'
import { parseInstant } from '#contract/time.ts'
import { getCited } from './cited.ts'

/** A fault of a receipt that JSON Schema cannot express. */
export type Fault = { readonly pointer: string; readonly message: string }

/**
 * The faults of a receipt's times that JSON Schema cannot express: a time that does not exist, and a cutoff later than
 * the receipt.
 */
export function faultsOfTimes(receipt: AgentResearchReceipt): readonly Fault[] {
  const times = [
    { pointer: '/createdAt', text: receipt.createdAt },
    { pointer: '/evidenceCutoff', text: receipt.evidenceCutoff },
    ...getCited(receipt).flatMap(({ pointer, reference }) =>
      timesOf(reference).map(([name, text]) => ({ pointer: `${pointer}/${name}`, text })),
    ),
  ]
  const unreal = times.filter(({ text }) => !isReal(text))
  const faults = unreal.map(({ pointer }) => ({
    pointer,
    message: `Invalid \`${pointer}\`: expected a time that exists.`,
  }))
  const { evidenceCutoff, createdAt } = receipt
  return isReal(evidenceCutoff) &&
    isReal(createdAt) &&
    Temporal.Instant.compare(evidenceCutoff, createdAt) > 0
    ? [...faults, LATE]
    : faults
}

function isReal(text: string): boolean {
  return parseInstant(text) !== undefined
}

const LATE: Fault = {
  pointer: '/evidenceCutoff',
  message: 'Invalid `/evidenceCutoff`: expected a time that is not later than `/createdAt`.',
}

function timesOf(reference: ResearchReference): readonly (readonly [name: string, text: string])[] {
  switch (reference.type) {
    case 'snapshot':
      return [['asOf', reference.asOf]]
    case 'market_observation':
      return [['observedAt', reference.observedAt]]
    case 'external_url':
      return [['retrievedAt', reference.retrievedAt]]
    case 'agent_answer':
      return [['answeredAt', reference.answeredAt]]
    case 'service_evidence':
    case 'change_event':
      return []
  }
}
