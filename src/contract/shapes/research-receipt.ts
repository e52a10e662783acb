import { type Static, type TProperties, Type } from 'typebox'
import { described, namedList, nullable } from '../enums.ts'
import { EVIDENCE_ID_MAX, SLUG_PATTERN } from '../ids.ts'
import { bodyObject } from '../operation.ts'

/** Where the schema of a receipt is served; its `$id` is this path at the public address. */
export const RECEIPT_SCHEMA_PATH = '/schemas/agent-research-receipt.v1.json'

/** A text of 1 to `most` characters. */
function text(most: number, description: string) {
  return Type.String({ minLength: 1, maxLength: most, description })
}

function texts(most: number, description: string) {
  return Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: most, description })
}

/**
 * A pattern and not a `format`, because only a pattern means the same to every validator. A rule outside the schema
 * checks that the day exists.
 */
const TIME_PATTERN =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?Z$'
function time(description: string) {
  return Type.String({ pattern: TIME_PATTERN, maxLength: 30, description })
}

const WebAddress = Type.String({
  pattern: '^https?://[!-~]+$',
  maxLength: 2048,
  description: 'An http or https address. It is never opened',
})
const ProjectSlug = Type.String({ pattern: SLUG_PATTERN, description: 'Slug of a project of this service' })

function reference<const T extends string, P extends TProperties>(
  names: { readonly title: string; readonly type: T },
  properties: P,
) {
  return bodyObject(names.title, { type: Type.Literal(names.type), ...properties })
}

const EvidenceReference = reference(
  { title: 'CitedEvidence', type: 'service_evidence' },
  {
    id: Type.String({
      pattern: `^[!-~]{1,${EVIDENCE_ID_MAX}}$`,
      description: 'A typed evidence id of this service, for example ship:<uuid>',
    }),
  },
)
const ChangeReference = reference(
  { title: 'CitedChange', type: 'change_event' },
  {
    id: Type.String({ pattern: '^[!-~]{1,300}$', description: 'The id of an event of /api/changes' }),
    revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The revision that was read' }),
  },
)
const SnapshotReference = reference(
  { title: 'CitedSnapshot', type: 'snapshot' },
  {
    project: ProjectSlug,
    asOf: time('The time of the evaluation that was read'),
    scoringVersion: Type.Optional(text(100, 'The version of the rules that the answer stated')),
  },
)
const MarketReference = reference(
  { title: 'CitedMarketObservation', type: 'market_observation' },
  {
    project: ProjectSlug,
    provider: text(100, 'Who stated the figure'),
    figure: namedList('CitedFigure', ['price', 'liquidity', 'volume24h', 'marketCap', 'fdv']),
    valueUsd: Type.Number({ minimum: 0, maximum: 1e30 }),
    observedAt: time('When the figure was read'),
  },
)
const UrlReference = reference(
  { title: 'CitedUrl', type: 'external_url' },
  { url: WebAddress, retrievedAt: time('When the agent read it') },
)
const AnswerReference = reference(
  { title: 'CitedAnswer', type: 'agent_answer' },
  {
    agentId: text(200, 'Who answered'),
    answeredAt: time('When it answered'),
    url: Type.Optional(WebAddress),
  },
)

/** A reference that a claim rests on. */
export const ResearchReference = Type.Union(
  [EvidenceReference, ChangeReference, SnapshotReference, MarketReference, UrlReference, AnswerReference],
  { $id: 'ResearchReference' },
)
export type ResearchReference = Static<typeof ResearchReference>

const MOST_CLAIMS = 40
const MOST_REFERENCES = 10
/** Maximum number of references in a receipt. */
export const RECEIPT_REFERENCES = MOST_CLAIMS * MOST_REFERENCES

const statement = text(1000, 'The claim in one or two sentences')
function references(minItems: number) {
  return Type.Array(ResearchReference, { minItems, maxItems: MOST_REFERENCES })
}
const CitedClaim = bodyObject('CitedClaim', {
  kind: namedList('CitedClaimKind', ['FACT', 'DERIVED']),
  statement,
  references: references(1),
})
const Judgement = bodyObject('Judgement', {
  kind: Type.Literal('JUDGEMENT'),
  statement,
  references: Type.Optional(references(0)),
})

const who = {
  agentId: text(200, 'The agent that did the research'),
  operator: text(200, 'Who runs the agent'),
  mandate: text(1000, 'What the agent was asked to do'),
}
const about = {
  subjectType: namedList('ReceiptSubjectType', ['project', 'token', 'other']),
  subject: text(200, 'The slug of a project, the address of a token, or another name'),
}
const when = {
  createdAt: time('When the receipt was made'),
  evidenceCutoff: time('Nothing later was read. Never later than createdAt; no schema can say so'),
}
const conclusions = {
  thesisSummary: text(2000, 'The conclusion in short. No reasoning trace'),
  claims: Type.Array(Type.Union([CitedClaim, Judgement]), { minItems: 1, maxItems: MOST_CLAIMS }),
  risks: texts(20, 'What may prove the thesis wrong'),
  unknowns: texts(20, 'What could not be known'),
  researchState: bodyObject('ResearchState', {
    state: text(100, "The state of the research, in the agent's own word"),
    definition: text(500, 'What the agent means by that word'),
  }),
  outcome: nullable(text(500, 'What followed; null while nothing did')),
  confidence: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Null when none is stated' })),
  reviewConditions: texts(20, 'When the research should be done again'),
  sourceSystems: texts(20, 'The systems that were read'),
}
const Signature = bodyObject('ReceiptSignature', {
  algorithm: text(50, 'For example ed25519'),
  keyId: text(200, 'Names the key'),
  value: text(2000, 'The signature. It is not verified here'),
})

/**
 * The conclusions of an agent, the evidence for them, and the time until which they hold. Every object is closed: no
 * further field is accepted. @source contract, Agent interfaces
 */
export const AgentResearchReceipt = bodyObject('AgentResearchReceipt', {
  ...who,
  ...about,
  ...when,
  ...conclusions,
  signature: Type.Optional(described(Signature, 'Optional')),
})
export type AgentResearchReceipt = Static<typeof AgentResearchReceipt>
