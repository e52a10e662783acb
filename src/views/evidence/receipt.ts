import { isObject } from '#contract/json-object.ts'
import type { Receipt } from '#contract/shapes/receipt.ts'
import type { SourceReference } from '#domain/evidence.ts'
import type { ReceiptRecord } from '#domain/project/receipt-record.ts'
import { projectReference } from '../project/reference.ts'
import { sourceUrl } from '../project/source-url.ts'
import type { Site } from '../site/links.ts'
import { sourceFacts, sourceWords } from '../words/sources.ts'
import { receiptInputs } from './explained-inputs.ts'

/**
 * The receipt of an evidence id. A withdrawn record has no content. The receipt of a hidden project's record does not
 * name the project.
 */
export function receipt(record: ReceiptRecord, site: Site): Receipt {
  const { id, kind, project, withdrawn } = record
  if (project.state === 'hidden') return { id, kind, withdrawn: true }
  const reference = projectReference(project, site)
  if (withdrawn !== null)
    return {
      id,
      kind,
      withdrawn: true,
      withdrawnReason: sourceWords(withdrawn.reason),
      withdrawnAt: withdrawn.at,
      project: reference,
    }
  return {
    id,
    kind,
    withdrawn: false,
    claim: record.claim,
    project: reference,
    source: record.source === null ? null : sourceReference(record.source),
    occurredAt: record.occurredAt,
    observedAt: record.observedAt,
    detectedAt: record.detectedAt,
    recorded: sourceFacts(recordedOf(record.recorded)),
  }
}

/** The recorded fields. A conclusion has its inputs, as its explanation has them. */
function recordedOf(recorded: ReceiptRecord['recorded']): ReceiptRecord['recorded'] {
  const { inputs, unknownInputs } = recorded
  if (!isObject(inputs) || !Array.isArray(unknownInputs)) return recorded
  return { ...recorded, inputs: receiptInputs({ inputs, unknownInputs }) }
}

/** A source with its recorded address; `url` is null when no address was recorded. */
export function sourceReference(source: SourceReference): NonNullable<Receipt['source']> {
  return {
    id: source.id,
    kind: source.kind,
    locator: sourceWords(source.locator),
    url: sourceUrl(source.url),
    establishedBy: source.establishedBy,
    establishedUrl: sourceUrl(source.establishedUrl),
  }
}
