import type { AgentError } from '#contract/agent-error.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { AgentCandidate } from '#contract/shapes/agent-candidate.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { unknownClaim } from './claims/unknown.ts'
import { claimLine } from './line.ts'
import type { Offer } from './offer.ts'
import { quoteInText } from './words.ts'

/**
 * An answer as lines that stand alone: the answer first, then each claim and each unknown, then how to go on and cite.
 */
export function answerText(answer: AgentAnswer): string {
  const { claims, unknowns, next, citation, disclaimer } = answer
  return [
    answer.answer,
    ...[...claims, ...unknowns.map(unknownClaim)].map(claimLine),
    ...(next === undefined ? [] : [`MORE ${next}`]),
    `CITE ${citation.text}`,
    disclaimer,
  ].join('\n')
}

/** A refusal as lines: what is wrong, then the projects that an ambiguous name may mean. */
export function refusalText({ error }: AgentError): string {
  const { message, candidates = [], candidatesTotal = candidates.length } = error
  if (candidates.length === 0) return message
  return [`${message} ${candidatesTotal} match:`, ...candidates.map(candidateLine)].join('\n')
}

function candidateLine({ slug, name, ticker, contract, activity, catalogStatus }: AgentCandidate): string {
  const notes = [
    ...(ticker === undefined ? [] : [`ticker ${quoteInText(ticker)}`]),
    ...(contract === undefined ? [] : [`contract ${contract}`]),
    `activity ${activity}`,
    `catalogue ${catalogStatus}`,
  ]
  return `CANDIDATE ${slug} ${quoteInText(name)} [${notes.join('; ')}]`
}

/** One example question for each capability. */
export function exampleQuestions(offers: readonly Offer[]) {
  return offers.map(({ name: capability, examples: [example] }) => ({ capability, example }))
}

/** The questions that can be asked, one line for each capability. */
export function offeredQuestions(offers: readonly Offer[]): string {
  const lines = exampleQuestions(offers).map(({ capability, example }) => `- ${capability}: ${example}`)
  return ['You can ask, also with a name between quotes:', ...lines].join('\n')
}

/** Maximum number of receipts in one answer. */
const RECEIPTS_NAMED = 8

/**
 * The answer to a question about evidence ids, with the address of each receipt. No capability reads an evidence id.
 */
export function receiptAddresses(ids: readonly EvidenceId[], site: Site) {
  const evidence = ids.slice(0, RECEIPTS_NAMED).map((id) => ({ id, receiptUrl: receiptLink(id, site) }))
  const receipts = evidence.map(({ id, receiptUrl }) => `${id}: ${receiptUrl}`).join(', ')
  const answer = `The question was not understood: no capability reads an evidence id. GET /api/evidence/{id} answers its receipt, as the tool get_evidence does. ${receipts}`
  return { answer, evidence }
}
