import type { Operation } from '#contract/operation.ts'
import type { Output } from '#contract/operations/index.ts'
import { hostOf, type Site } from './links.ts'

/** The kind of each artifact by its path, and the media type by which agents know it. */
const ARTIFACTS: Readonly<Record<string, { readonly kind: string; readonly type: string }>> = {
  '/mcp/server-card': { kind: 'mcp', type: 'application/mcp-server-card+json' },
  '/.well-known/agent-card.json': { kind: 'a2a', type: 'application/a2a-agent-card+json' },
  '/openapi.json': { kind: 'api', type: 'application/openapi+json' },
}

/** The artifacts that this deployment serves. */
export function aiCatalog(operations: readonly Pick<Operation, 'path'>[], site: Site): Output<'aiCatalog'> {
  const entries = operations.flatMap(({ path }) => {
    const artifact = ARTIFACTS[path]
    if (artifact === undefined) return []
    const identifier = `urn:air:${hostOf(site)}:${artifact.kind}:evidence-research-service`
    return [{ identifier, type: artifact.type, url: `${site.baseUrl}${path}` }]
  })
  return { specVersion: '1.0', entries }
}
