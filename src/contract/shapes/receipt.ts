import { type Static, Type } from 'typebox'
import { ESTABLISHED_BY, nullable, oneOf, SOURCE_KINDS } from '../enums.ts'
import { EVIDENCE_PREFIXES, EvidenceId } from '../ids.ts'
import { Instant } from '../time.ts'
import { ProjectReference } from './project-reference.ts'

/** A source as receipts and lists name it. */
export const ReceiptSource = Type.Object(
  {
    id: EvidenceId,
    kind: oneOf(SOURCE_KINDS),
    locator: Type.String({ maxLength: 300 }),
    url: nullable(Type.String({ format: 'uri' })),
    establishedBy: oneOf(ESTABLISHED_BY, 'How the source was tied to the project'),
    establishedUrl: nullable(Type.String({ format: 'uri' })),
  },
  { $id: 'ReceiptSource', title: 'ReceiptSource' },
)

/** What an evidence id stands for. A withdrawn one has its id, its kind and no content. @source contract, Change ledger and evidence */
export const Receipt = Type.Object(
  {
    id: EvidenceId,
    kind: oneOf(EVIDENCE_PREFIXES),
    withdrawn: Type.Boolean({ description: 'True: no longer stands, or no longer public' }),
    withdrawnReason: Type.Optional(Type.String({ maxLength: 300 })),
    withdrawnAt: Type.Optional(Instant),
    claim: Type.Optional(oneOf(['FACT', 'DERIVED'])),
    project: Type.Optional(ProjectReference),
    source: Type.Optional(nullable(ReceiptSource)),
    occurredAt: Type.Optional(nullable(Instant)),
    observedAt: Type.Optional(nullable(Instant)),
    detectedAt: Type.Optional(nullable(Instant)),
    recorded: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The recorded facts; null is unknown' }),
    ),
  },
  { $id: 'Receipt', title: 'Receipt' },
)
export type Receipt = Static<typeof Receipt>
