import type { Receipt } from '#contract/shapes/receipt.ts'
import type { SourceReference } from '#domain/evidence.ts'
import type { ReceiptRecord } from '#domain/project/receipt-record.ts'
import { projectPage, type Site } from './links.ts'
import { sourceUrl } from './source-url.ts'
import { sourceFacts, sourceWords } from './source-words.ts'

/**
 * The receipt of an evidence id. Of a withdrawn record it has no content, of a hidden project's not even whose it was.
 */
export function receipt(record: ReceiptRecord, site: Site): Receipt {
  const { id, kind, project, withdrawn } = record
  if (project.state === 'hidden') return { id, kind, withdrawn: true }
  const reference = {
    slug: project.slug,
    name: sourceWords(project.name),
    url: projectPage(project.slug, site),
  }
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
    recorded: sourceFacts(record.recorded),
  }
}

/** A source with the address a reader finds it at; null where its locator is no public page. */
export function sourceReference(source: SourceReference): NonNullable<Receipt['source']> {
  return {
    id: source.id,
    kind: source.kind,
    locator: sourceWords(source.locator),
    url: addressOf(source),
    establishedBy: source.establishedBy,
    establishedUrl: sourceUrl(source.establishedUrl),
  }
}

/** Where a reader finds the source; null where its locator is no public page. */
function addressOf({ kind, locator }: SourceReference): string | null {
  if (kind === 'github_repository' && /^[\w.-]+\/[\w.-]+$/.test(locator))
    return `https://github.com/${locator}`
  if (kind === 'npm_package' && /^(@[\w.-]+\/)?[\w.-]+$/.test(locator))
    return `https://www.npmjs.com/package/${locator}`
  return kind === 'website' ? sourceUrl(locator) : null
}
