import type { OPERATIONS, OperationName } from '#contract/operations/index.ts'
import type { Database } from '#records/database.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { REPORTED_MONTH, storeMonthlyReport } from '#test/given/monthly-report.ts'
import { aSource } from '#test/given/records.ts'
import { storeToken } from './http-service.ts'

/** The reads that anyone may make. Operations that write have their own tests. */
export type ReadName = {
  [N in OperationName]: (typeof OPERATIONS)[N] extends { caller: 'account' } | { method: 'POST' } ? never : N
}[OperationName]

/**
 * For each read with its own error codes: the rest of a path that it answers with this code. The rest follows the fixed
 * part of the path.
 */
export function refusedRests(token: string): Partial<Record<ReadName, Readonly<Record<string, string>>>> {
  return {
    explain: { source_required: 'lumen/explain?fact=source.counted' },
    timeline: { invalid_cursor: 'lumen/timeline?before=c1.0' },
    contract: { invalid_token: '4663/HOOD', unsupported_chain: `1/${token}` },
    token: { invalid_token: '4663/HOOD', unsupported_chain: `1/${token}` },
    builder: { invalid_token: '?token=HOOD', unsupported_chain: `?token=${token}&chain=1` },
    scan: {
      invalid_token: '?token=HOOD',
      key_required: `?tokens=${token},${token}`,
      batch_too_large: `?tokens=${Array.from({ length: 31 }, () => token).join()}`,
    },
    changes: { invalid_cursor: '?after=c9', unsupported_chain: `?contract=1:${token}` },
    agent: {
      invalid_cursor: '?capability=what_changed&after=c9',
      unsupported_chain: `?capability=unknowns&contract=1:${token}`,
      ambiguous_name: '?capability=unknowns&project=twin',
    },
    agentCapability: {
      invalid_cursor: 'what_changed?after=c9',
      unsupported_chain: `unknowns?contract=1:${token}`,
      ambiguous_name: 'unknowns?project=twin',
    },
    evidence: { invalid_evidence_id: 'source:1:added' },
  }
}

/** Stores records for every read. Returns a path of each read. */
export async function storeAnswered(database: Database): Promise<Record<ReadName, string>> {
  await storeMonthlyReport(database)
  const { address, slug, projectId } = await storeToken({ evidence: KNOWN }, database)
  const other = (await storeToken({ evidence: KNOWN, name: 'Ember' }, database)).slug
  const token = { kind: 'token', locator: address, established_by: 'token_identity' }
  const { id } = await aSource({ project_id: projectId, ...token }, database)
  return answeredPaths({ address, slug, other, sourceId: String(id) })
}

/** A path of every read that answers 200. */
export function answeredPaths(of: {
  readonly address: string
  readonly slug: string
  readonly other: string
  readonly sourceId: string
}): Record<ReadName, string> {
  const { address, slug, other, sourceId } = of
  return {
    projects: '/api/projects?foo=1',
    suggest: '/api/search/suggest?q=lum',
    project: `/api/projects/${slug}`,
    explain: `/api/projects/${slug}/explain`,
    coverage: `/api/projects/${slug}/coverage`,
    snapshot: `/api/projects/${slug}/snapshot`,
    timeline: `/api/projects/${slug}/timeline?foo=1`,
    history: `/api/projects/${slug}/history`,
    diff: `/api/projects/${slug}/diff?from=2026-11-01&to=2026-11-18`,
    market: `/api/projects/${slug}/market`,
    ships: '/api/ships',
    builders: '/api/builders?foo=1',
    accelerating: '/api/chain/accelerating?foo=1',
    compare: `/api/compare?slugs=${slug},${other}&foo=1`,
    exportProjects: '/api/export/projects?foo=1',
    exportShips: '/api/export/ships?format=csv',
    exportHistory: `/api/export/projects/${slug}/history?format=csv`,
    exportBuilders: '/api/export/builders?foo=1',
    exportProviders: '/api/export/providers',
    exportOutages: '/api/export/outages',
    projectContracts: `/api/projects/${slug}/contracts`,
    builtOn: `/api/projects/${slug}/built-on`,
    relationships: `/api/projects/${slug}/relationships`,
    contract: `/api/contracts/4663/${address}`,
    token: `/api/token/4663/${address}`,
    badge: `/badge/${slug}.svg`,
    builder: `/api/v1/builder?token=${address}`,
    scan: `/api/v1/scan?token=${address}`,
    changes: '/api/changes?foo=1',
    evidence: `/api/evidence/source:${sourceId}`,
    receiptSchema: '/schemas/agent-research-receipt.v1.json',
    status: '/api/status',
    index: '/api',
    agent: '/api/agent?utm_source=x',
    agentCapability: `/api/agent/builder_status?project=${slug}`,
    agentStats: '/api/agent/stats?foo=1',
    page: `/projects/${slug}?utm_source=x`,
    chainDay: '/api/share/chain-day',
    shipFeed: '/feed/ships.xml',
    tokenProfile: '/api/svc/profile',
    monthlyReports: '/api/reports/monthly?foo=1',
    monthlyReport: `/api/reports/monthly/${REPORTED_MONTH}`,
    changelog: '/developers/changelog',
    changelogFeed: '/developers/changelog/feed.xml',
    agentCard: '/.well-known/agent-card.json',
    openapi: '/openapi.json',
    openapi30: '/openapi-3.0.json',
    guide: '/llms.txt',
    securityText: '/.well-known/security.txt',
    apiCatalog: '/.well-known/api-catalog',
    aiCatalog: '/.well-known/ai-catalog.json',
    serverCard: '/mcp/server-card',
    health: '/healthz',
    readiness: '/readyz',
  }
}
