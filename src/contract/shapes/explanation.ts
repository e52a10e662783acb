import { type Static, Type } from 'typebox'
import { described, ExplainFact, namedList, namedObject } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { ClaimNoteKind, UnknownReasons } from './claim-note.ts'
import { IgnoredParameters, ScoringVersion, Url } from './fields.ts'
import { Valuation } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

/** Maximum number of evidence ids that an explanation lists. */
export const EXPLAINED_EVIDENCE_MAX = 100

const Reason = Type.Optional(described(UnknownReasons, 'Why it is unknown; coverage gives the same'))

/** A fact that can be explained, with its state and the address of the explanation. */
export const ExplainableFact = namedObject('ExplainableFact', {
  fact: ExplainFact,
  source: Type.Optional(described(EvidenceId, 'Of source.counted: the source')),
  state: described(ClaimNoteKind, 'Recorded with its source, derived by a rule, or unknown'),
  reason: Reason,
  url: described(Url, 'The explanation'),
})
export type ExplainableFact = Static<typeof ExplainableFact>

const ExplainedRule = namedObject('ExplainedRule', {
  id: Type.String({ description: 'Rule with its version' }),
  title: Type.Optional(Type.String({ description: 'Absent for an earlier version' })),
  text: Type.Optional(
    Type.String({ description: 'The rule with its thresholds; absent for an earlier version' }),
  ),
})

const ExplainedInput = namedObject('ExplainedInput', {
  name: Type.String(),
  value: Type.Unknown({ description: 'As the rule got it; null is unknown' }),
  source: Type.Optional(described(EvidenceId, 'The record it comes from')),
  observedAt: Type.Optional(described(Instant, 'When it was read, or when it happened')),
  reason: Type.Optional(described(UnknownReasons, 'Why it is unknown, where a reading failed')),
})
export type ExplainedInput = Static<typeof ExplainedInput>

const LineageStage = namedList('LineageStage', ['source', 'reading', 'selection', 'rule', 'published'])
const LineageStep = namedObject('LineageStep', {
  step: LineageStage,
  from: Type.Optional(described(Instant, 'The earliest time of the step, when it has several')),
  at: Type.Optional(Instant),
  text: Type.String({ description: 'One sentence about the step' }),
})
export type LineageStep = Static<typeof LineageStep>

const EvidenceLink = namedObject('EvidenceLink', { id: EvidenceId, url: described(Url, 'Its receipt') })
const UnknownInput = namedObject('UnknownInput', { input: Type.String(), reason: UnknownReasons })

/**
 * An explained fact, or the index of the facts that can be explained. The index has `items`. An explanation has `fact`
 * and the fields after it. Both come from stored conclusions. @source contract, Project reads
 */
export const Explanation = namedObject('Explanation', {
  project: ProjectReference,
  scoringVersion: ScoringVersion,
  items: Type.Optional(Type.Array(ExplainableFact, { description: 'The index; only without `fact`' })),
  fact: Type.Optional(ExplainFact),
  source: Type.Optional(described(EvidenceId, 'Of source.counted: the source')),
  state: Type.Optional(ClaimNoteKind),
  value: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Valuation], {
      description: 'The value as cards, lists and the dossier show it; absent while unknown',
    }),
  ),
  detail: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'What else was concluded with the value' }),
  ),
  reason: Reason,
  meaning: Type.Optional(Type.String({ description: 'One sentence on what the reason means' })),
  rule: Type.Optional(described(ExplainedRule, 'Absent for a recorded decision')),
  conclusion: Type.Optional(described(EvidenceId, 'The conclusion itself, where it is evidence')),
  inputs: Type.Optional(Type.Array(ExplainedInput)),
  lineage: Type.Optional(
    Type.Array(LineageStep, { description: 'From the sources to what is published, in order' }),
  ),
  evidence: Type.Optional(
    Type.Array(EvidenceLink, {
      minItems: 1,
      maxItems: EXPLAINED_EVIDENCE_MAX,
      description: `The first ${EXPLAINED_EVIDENCE_MAX} evidence ids`,
    }),
  ),
  evidenceTotal: Type.Optional(Type.Integer({ minimum: 1 })),
  unknownInputs: Type.Optional(Type.Array(UnknownInput, { description: 'What the rule did not know' })),
  evaluatedAt: Type.Optional(described(Instant, 'When it was first concluded')),
  confirmedAt: Type.Optional(described(Instant, 'When it was last confirmed')),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type Explanation = Static<typeof Explanation>
