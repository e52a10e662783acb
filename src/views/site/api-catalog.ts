import type { Operation } from '#contract/operation.ts'
import type { OperationName, Output } from '#contract/operations/index.ts'
import type { Site } from './links.ts'

/** The API with its descriptions, guides, schemas and status. */
export function apiCatalog(
  operations: Readonly<Record<OperationName, Operation>>,
  { baseUrl }: Site,
): Output<'apiCatalog'> {
  const link = (name: OperationName) => {
    const { path, summary, media = 'application/json' } = operations[name]
    return { href: `${baseUrl}${path}`, type: media, title: summary }
  }
  return {
    linkset: [
      {
        anchor: `${baseUrl}${operations.index.path}`,
        'service-desc': [link('openapi')],
        'service-doc': [link('guide'), link('agent')],
        'service-meta': [link('receiptSchema'), link('aiCatalog')],
        status: [link('status')],
      },
    ],
  }
}
