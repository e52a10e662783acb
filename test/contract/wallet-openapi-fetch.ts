import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

type Named = components['schemas']

/** A wallet's page about a token, written with the types of openapi-typescript and the client of openapi-fetch. */
export async function readWallet(baseUrl: string, token: string): Promise<readonly string[]> {
  const client = createClient<paths, 'application/json'>({
    baseUrl,
    querySerializer: { array: { style: 'form', explode: false } },
  })
  const { data: card, error } = await client.GET('/api/v1/builder', { params: { query: { token } } })
  if (error !== undefined) return [wordsOfError(error.error)]
  const scan = await client.GET('/api/v1/scan', { params: { query: { token, claims: 'none' } } })
  const changes = await client.GET('/api/changes', {
    params: { query: { type: ['build.release', 'build.ship'], since: '2026-01-01', limit: 5 } },
  })
  return [
    `${card.svc_project_name}: ${wordsOf(card.svc_status)}`,
    scan.data !== undefined && 'found' in scan.data ? `found: ${scan.data.found}` : 'not scanned',
    ...(changes.data?.items ?? []).map(lineOf),
  ]
}

/** The card of a token as received, where its last commit is null. */
export async function readCard(baseUrl: string, token: string): Promise<Named['PartnerCard'] | undefined> {
  const client = createClient<paths, 'application/json'>({ baseUrl })
  const { data: card } = await client.GET('/api/v1/builder', { params: { query: { token } } })
  return card?.last_commit === null ? card : undefined
}

function lineOf({ type, project, summary }: Named['ChangeEvent']): string {
  return `${type}: ${project?.name}: ${summary}`
}

function wordsOf(status: Named['ActivityStatus']): string {
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

function wordsOfError(code: Named['ErrorCode']): string {
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
