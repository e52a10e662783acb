import { DISCLAIMERS } from '#contract/disclaimers.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { countThatFit, jsonBytes } from './fit.ts'
import { READING_BYTES } from './reading.ts'

/** The statements of a capability. The rest of the answer follows from them. */
export type AnswerContent = Pick<
  AgentAnswer,
  'capability' | 'query' | 'subject' | 'answer' | 'asOf' | 'links'
> & {
  /** Fields that few answers have. */
  readonly freshness?: AgentAnswer['freshness']
  readonly data?: AgentAnswer['data']
  readonly references?: readonly ResearchReference[]
  readonly claims: readonly AgentClaim[]
  readonly unknowns: AgentAnswer['unknowns']
  /** Who or what the answer is about, for its citation. */
  readonly about: string
  /** The call that answers the claims that are left out. */
  readonly more: string
  /** Whether claims were left out before the answer is fitted into its bytes. */
  readonly isCut?: boolean
}

const REFERENCES_MOST = 10

/**
 * The whole answer of a capability, with the evidence, rules and citation of its claims. Claims that do not fit into
 * the bytes of an answer are left out from the end.
 */
export function agentAnswer(said: AnswerContent, site: Site): AgentAnswer {
  const fitting = { entries: said.claims.length, bytes: LIMITS.agentBytes - READING_BYTES }
  const kept = countThatFit(fitting, (count) => jsonBytes(answerWith(said, count, site)))
  return answerWith(said, kept, site)
}

function answerWith(said: AnswerContent, kept: number, site: Site): AgentAnswer {
  const claims = said.claims.slice(0, kept)
  const { capability, query, subject, answer, unknowns, freshness = [], links, asOf, data = {} } = said
  const evidence = [...new Set(claims.flatMap(({ evidence: ids = [] }) => ids))]
  const isCut = said.isCut === true || kept < said.claims.length
  return {
    capability,
    status: statusOf(said),
    query,
    ...known({ subject }),
    answer,
    claims,
    unknowns,
    freshness,
    evidence: evidence.map((id) => ({ id, receiptUrl: receiptLink(id, site) })),
    rules: rulesOf(claims),
    links,
    citation: citationOf(said, evidence),
    ...known({ asOf }),
    truncated: isCut,
    ...(isCut ? { next: said.more } : {}),
    data,
    disclaimer: DISCLAIMERS.agent,
  }
}

function rulesOf(claims: readonly AgentClaim[]): AgentAnswer['rules'] {
  const byRule = new Map(claims.map(({ rule, explainUrl }) => [rule, explainUrl]))
  return [...byRule].flatMap(([rule, url]) => (rule === undefined ? [] : [{ rule, ...known({ url }) }]))
}

/** Categories that arise for every project. Where no reading can answer them, they stay open. */
const ARISING: readonly string[] = ['building', 'activity.status', 'build.momentum', 'still_building']

/**
 * `answered` when nothing is unknown; `unknown` when every claim is unknown, or when unknowns stand without a claim;
 * otherwise `partial`. Something that is NOT_APPLICABLE is not unknown, except an unknown of a category in `ARISING`.
 */
function statusOf({ claims, unknowns }: Pick<AnswerContent, 'claims' | 'unknowns'>): AgentAnswer['status'] {
  const open = unknowns.filter(
    ({ category, reason }) => reason !== 'NOT_APPLICABLE' || ARISING.includes(category),
  )
  const held = claims.filter(({ kind }) => kind !== 'UNKNOWN')
  if (held.length === 0 && (claims.length > 0 || open.length > 0)) return 'unknown'
  const isWhole =
    open.length === 0 && claims.every(({ kind, reason }) => kind !== 'UNKNOWN' || reason === 'NOT_APPLICABLE')
  return isWhole ? 'answered' : 'partial'
}

function citationOf(said: AnswerContent, evidence: readonly EvidenceId[]): AgentAnswer['citation'] {
  const { capability, about, asOf, references = [] } = said
  const evaluated = asOf === undefined ? ', never evaluated' : `, as of ${asOf}`
  const ids = evidence.map((id): ResearchReference => ({ type: 'service_evidence', id }))
  return {
    text: `Evidence Research Service, ${capability} of ${about}${evaluated}.`,
    references: [...references, ...ids].slice(0, REFERENCES_MOST),
  }
}
