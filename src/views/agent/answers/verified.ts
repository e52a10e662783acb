import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Site } from '../../site/links.ts'
import { agentAnswer } from '../answer.ts'
import { lastReadWords } from '../claims/coverage.ts'
import { verificationClaims } from '../claims/snapshot.ts'
import { verificationGrounds } from '../claims/verification.ts'
import { projectLinks } from '../subject.ts'
import { quoteWords } from '../words.ts'
import { ofSnapshot, type SnapshotInput } from './of-snapshot.ts'

/** Maximum number of sources and statements that an answer names. */
const GROUNDS_SHOWN = 8

/** Whether a project itself names its token, how far the project is researched, and the evidence of both. */
export function verifiedAnswer(
  input: SnapshotInput & {
    readonly dossier: Output<'project'>
    /** The contract that the question asks about. */
    readonly contract: ContractAddress | undefined
  },
  site: Site,
): AgentAnswer {
  const { snapshot, dossier, contract } = input
  const { slug } = snapshot.identity
  const grounds = verificationGrounds(dossier)
  const said = ofSnapshot(input, site)
  return agentAnswer(
    {
      ...said,
      capability: 'verify_project',
      answer: `${tokenSentence(snapshot, contract)} ${levelSentence(snapshot)} This is no audit, and no verdict on the token.`,
      claims: [...verificationClaims(snapshot, site, contract), ...grounds.slice(0, GROUNDS_SHOWN)],
      unknowns: said.unknowns.filter(({ category }) => VERIFYING.includes(category)),
      links: projectLinks(slug, ['Dossier', 'Coverage', 'Explanations'], site),
      isCut: grounds.length > GROUNDS_SHOWN,
      more: `GET ${site.baseUrl}/api/projects/${slug} lists every source and statement.`,
    },
    site,
  )
}

const VERIFYING: readonly string[] = [
  'token_verification',
  'verified_source',
  'contracts',
  'token.verification',
  'research.level',
]

function tokenSentence(
  { identity, verification, coverage }: Output<'snapshot'>,
  contract: ContractAddress | undefined,
): string {
  const name = quoteWords(identity.name).text
  const own = identity.token?.contract
  if (own === undefined) return `No token is published with ${name}.`
  if (contract !== undefined && contract !== own)
    return `The contract ${CHAIN_ID}:${contract} is not the token that ${name} is published with; that is ${CHAIN_ID}:${own}.`
  const status = verification.tokenVerification
  if (status === undefined) return `Whether ${name} names the token ${CHAIN_ID}:${own} is not known.`
  return `${TOKEN_WORDS[status](name, `${CHAIN_ID}:${own}`)} (${status}${lastReadWords('token_verification', coverage.token_verification)}).`
}

const TOKEN_WORDS = {
  VERIFIED: (name: string, token: string) => `The project ${name} itself names the token ${token}`,
  UNVERIFIED: (name: string, token: string) =>
    `No word of the project ${name} for the token ${token} is on record`,
  MISMATCH: (name: string, token: string) =>
    `The project ${name} names another contract than the token ${token}`,
} as const

function levelSentence({ verification }: Output<'snapshot'>): string {
  return verification.researchLevel === undefined
    ? 'Its research level is not concluded.'
    : `Its research level is ${verification.researchLevel}.`
}
