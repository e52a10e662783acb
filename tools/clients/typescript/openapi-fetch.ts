import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

type Named = components['schemas']

/** A wallet's page about a token, written with the types of openapi-typescript and the client of openapi-fetch. */
export async function readWallet(baseUrl: string, token: string): Promise<readonly string[]> {
  const client = createClient<paths>({
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

/** The card of a token as received; undefined unless its last commit is null. */
export async function readCard(baseUrl: string, token: string): Promise<Named['PartnerCard'] | undefined> {
  const client = createClient<paths>({ baseUrl })
  const { data: card } = await client.GET('/api/v1/builder', { params: { query: { token } } })
  return card?.last_commit === null ? card : undefined
}

/** Calls ten operations. Returns a value of each answer. */
export async function askTen(baseUrl: string, slug: string, token: string): Promise<readonly unknown[]> {
  const array = { style: 'form', explode: false } as const
  const client = createClient<paths>({ baseUrl, querySerializer: { array } })
  const params = { path: { slug } }
  const types = ['build.release', 'build.ship'] as const
  const span = { from: '2026-11-01', to: '2026-11-10' }
  const answers = [
    (await client.GET('/api/projects', { params: { query: { limit: 1, claims: 'none' } } })).data?.items
      .length,
    (await client.GET('/api/projects/{slug}', { params })).data?.name,
    (await client.GET('/api/projects/{slug}/snapshot', { params })).data?.identity.name,
    (await client.GET('/api/projects/{slug}/coverage', { params })).data?.project.slug,
    (await client.GET('/api/projects/{slug}/diff', { params: { ...params, query: span } })).data?.state,
    (await client.GET('/api/changes', { params: { query: { type: [...types] } } })).data?.items.length,
    (await client.GET('/api/v1/builder', { params: { query: { token } } })).data?.svc_status,
    (
      await client.GET('/api/token/{chainId}/{address}', {
        params: { path: { chainId: 4663, address: token } },
      })
    ).data?.status,
    (await client.GET('/.well-known/agent-card.json')).data?.name,
    (await client.GET('/api/status')).data?.version,
  ]
  return answers
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
