import { type Static, Type } from 'typebox'
import { described, EstablishedBy, namedList, namedObject, nullable, SourceKind } from '../enums.ts'
import { EVIDENCE_PREFIXES, EvidenceId } from '../ids.ts'
import { Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

/** The kinds of evidence id, by prefix. */
export const EvidenceKind = namedList('EvidenceKind', EVIDENCE_PREFIXES)
const ReceiptClaim = namedList('ReceiptClaim', ['FACT', 'DERIVED'])

/** A source in receipts and lists. */
export const ReceiptSource = namedObject('ReceiptSource', {
  id: EvidenceId,
  kind: SourceKind,
  locator: Type.String({ maxLength: 300 }),
  url: nullable(described(Url, 'As recorded; null when no address was recorded')),
  establishedBy: described(EstablishedBy, 'How the source was attributed to the project'),
  establishedUrl: nullable(Url),
})

/**
 * The record behind an evidence id. A withdrawn receipt has its id and kind, but no content. @source contract, Change
 * ledger and evidence
 */
export const Receipt = namedObject('Receipt', {
  id: EvidenceId,
  kind: EvidenceKind,
  withdrawn: Type.Boolean({ description: 'True: no longer evidence, or no longer public' }),
  withdrawnReason: Type.Optional(Type.String({ maxLength: 300 })),
  withdrawnAt: Type.Optional(Instant),
  claim: Type.Optional(ReceiptClaim),
  project: Type.Optional(ProjectReference),
  source: Type.Optional(nullable(ReceiptSource)),
  occurredAt: Type.Optional(nullable(Instant)),
  observedAt: Type.Optional(nullable(Instant)),
  detectedAt: Type.Optional(nullable(Instant)),
  recorded: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The recorded facts; null is unknown' }),
  ),
})
export type Receipt = Static<typeof Receipt>
