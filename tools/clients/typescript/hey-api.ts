import { client } from './hey-api/client.gen.js'
import {
  getAgentCard,
  getCoverage,
  getPartnerCard,
  getProject,
  getProjectDiff,
  getProjectSnapshot,
  getStatus,
  listChanges,
  listProjects,
  lookUpToken,
  scanTokens,
} from './hey-api/sdk.gen.js'
import type { ActivityStatus, ChangeEvent, ErrorCode } from './hey-api/types.gen.js'

/** A wallet's page about a token, written with the client of @hey-api/openapi-ts. */
export async function readWallet(baseUrl: string, token: string): Promise<readonly string[]> {
  client.setConfig({ baseUrl })
  const { data: card, error } = await getPartnerCard({ query: { token } })
  if (error !== undefined) return [wordsOfError(error.error)]
  const scan = await scanTokens({ query: { token, claims: 'none' } })
  const changes = await listChanges({
    query: { type: ['build.release', 'build.ship'], since: '2026-01-01', limit: 5 },
  })
  return [
    `${card.svc_project_name}: ${wordsOf(card.svc_status)}`,
    scan.data !== undefined && 'found' in scan.data ? `found: ${scan.data.found}` : 'not scanned',
    ...(changes.data?.items ?? []).map(lineOf),
  ]
}

/** Calls ten operations. Returns a value of each answer. */
export async function askTen(baseUrl: string, slug: string, token: string): Promise<readonly unknown[]> {
  client.setConfig({ baseUrl })
  const path = { slug }
  const span = { from: '2026-11-01', to: '2026-11-10' }
  return [
    (await listProjects({ query: { limit: 1, claims: 'none' } })).data?.items.length,
    (await getProject({ path })).data?.name,
    (await getProjectSnapshot({ path })).data?.identity.name,
    (await getCoverage({ path })).data?.project.slug,
    (await getProjectDiff({ path, query: span })).data?.state,
    (await listChanges({ query: { type: ['build.release', 'build.ship'] } })).data?.items.length,
    (await getPartnerCard({ query: { token } })).data?.svc_status,
    (await lookUpToken({ path: { chainId: 4663, address: token } })).data?.status,
    (await getAgentCard()).data?.name,
    (await getStatus()).data?.version,
  ]
}

function lineOf({ type, project, summary }: ChangeEvent): string {
  return `${type}: ${project?.name}: ${summary}`
}

function wordsOf(status: ActivityStatus): string {
  switch (status) {
    case 'SHIPPING':
    case 'ACTIVE':
    case 'RESUMED':
      return 'building'
    case 'QUIET':
    case 'DORMANT':
      return 'quiet'
    case 'UNKNOWN':
      return 'not known'
  }
}

function wordsOfError(code: ErrorCode): string {
  switch (code) {
    case 'not_found':
      return 'nothing is published'
    case 'rate_limited':
    case 'unavailable':
      return 'try again'
    default:
      return code
  }
}
