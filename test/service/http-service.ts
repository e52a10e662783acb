import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'light-my-request'
import { openCallers } from '#accounts/callers.ts'
import { loadChangelog } from '#app/files/changelog.ts'
import { readDocuments } from '#app/files/documents.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { Database } from '#records/database.ts'
import { primaryOnly } from '#records/standbys/read-sources.ts'
import { SILENT, type Telemetry } from '#surfaces/http/metrics.ts'
import { buildServer, type ServerDeps } from '#surfaces/http/server.ts'
import { listProject } from '#test/given/list-project.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { openDestinationCheck } from '#webhooks/check-destination.ts'
import { openSigner } from '#webhooks/sign.ts'
import { type InjectableServer, withInject } from './inject.ts'
import { isJsonType } from './json-type.ts'

export const NOW = toInstant('2026-11-19T12:00:00Z')

/** The changelog that is served. */
export const CHANGELOG = loadChangelog()
/** The documents that are served. */
export const DOCUMENTS = readDocuments({ baseUrl: 'https://svc.example' })

/** The HTTP surface on its own database, with a fixed clock. */
export type HttpService = AsyncDisposable & {
  readonly database: Database
  readonly server: InjectableServer
  /** Logged errors and warnings. */
  readonly errors: readonly object[]
  /** Log lines of the answers. */
  readonly lines: readonly object[]
  /** Clears the key cache, as a process does when it hears that a key was revoked. */
  readonly forget: () => void
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** Sends a request such as `POST /path`, with a key and a JSON body if they are given. */
  readonly send: (line: string, asked?: { readonly key?: string; readonly body?: unknown }) => Promise<Answer>
}
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly body: Record<string, unknown>
}

/** Throws when a list leaves an item out, so that a test notices it. */
export const STRICT: Telemetry = {
  ...SILENT,
  leftOut({ operation }) {
    throw new Error(`${operation} left an item out`)
  },
}

/** A service that can sign. Every hostname has the same public address. */
export const WEBHOOKS: ServerDeps['webhooks'] = {
  signer: openSigner('a master key of tests'),
  checkDestination: openDestinationCheck({
    rules: { production: true, ownHosts: ['svc.example'], originAddresses: [] },
    resolver: { resolve4: async () => ['198.100.1.2'], resolve6: async () => [] },
  }),
}

/** Opens a service. Each request comes from a new client unless it names one. */
export async function openHttpService(
  options: Partial<ServerDeps['config']> & { readonly database?: Database } & Pick<
      ServerDeps,
      | 'countCall'
      | 'cache'
      | 'gate'
      | 'telemetry'
      | 'tracer'
      | 'metrics'
      | 'bounds'
      | 'outage'
      | 'registry'
      | 'token'
      | 'cardSigner'
    > &
    Partial<Pick<ServerDeps, 'webhooks' | 'changelog' | 'sources' | 'standbys'>> = {},
): Promise<HttpService> {
  const stack = new AsyncDisposableStack()
  const database = options.database ?? stack.use(await openTestDatabase()).database
  const errors: object[] = []
  const lines: object[] = []
  const clock = { now: () => NOW }
  const logger = {
    info: (fields: object) => lines.push(fields),
    warn: (fields: object) => errors.push(fields),
    error: (fields: object) => errors.push(fields),
  }
  const callers = stack.use(
    await openCallers(
      { allowances: LIMITS.monthlyAllowance, redisUrl: undefined },
      { database, clock, logger },
    ),
  )
  const { countCall, cache, gate, telemetry = STRICT, metrics, bounds, outage, registry, token } = options
  const built = buildServer({
    sources: options.sources ?? primaryOnly(database),
    ...(options.standbys && { standbys: options.standbys }),
    clock,
    callers,
    logger,
    ...(countCall && { countCall }),
    ...(cache && { cache }),
    ...(gate && { gate }),
    telemetry,
    ...(metrics && { metrics }),
    ...(bounds && { bounds }),
    ...(outage && { outage }),
    ...(registry && { registry }),
    ...(token && { token }),
    cardSigner: options.cardSigner,
    tracer: options.tracer,
    config: {
      baseUrl: options.baseUrl ?? 'https://svc.example',
      sandbox: options.sandbox ?? false,
      production: options.production ?? false,
      trustedProxies: options.trustedProxies ?? 0,
      keys: options.keys ?? 'open',
      signUps: options.signUps ?? 'open',
      securityContact: options.securityContact ?? 'mailto:security@svc.example',
      corrections: options.corrections,
    },
    version: '0.1.0',
    changelog: options.changelog === undefined ? CHANGELOG : options.changelog,
    documents: DOCUMENTS,
    webhooks: options.webhooks ?? WEBHOOKS,
  })
  const server = withInject(built)
  stack.defer(async () => {
    const closed = server.close()
    server.server.closeIdleConnections()
    await closed
  })
  return {
    database,
    server,
    errors,
    lines,
    forget: callers.forget,
    ...requestsTo(server),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function requestsTo(server: InjectableServer): Pick<HttpService, 'get' | 'send'> {
  let clients = 0
  const ask = async (asked: InjectOptions): Promise<Answer> => {
    clients += 1
    const remoteAddress = `10.0.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
    const answer = await server.inject({ remoteAddress, ...asked })
    const isJson = isJsonType(answer.headers['content-type'])
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson && answer.body !== '' ? answer.json() : {},
    }
  }
  return {
    get: (path, headers = {}) => ask({ method: 'GET', url: path, headers }),
    send(line, { key, body } = {}) {
      const [method, url = ''] = line.split(' ')
      const headers = {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
      return ask({ method: method as 'POST', url, headers, ...payload })
    },
  }
}

/** An address that no project has. */
export function someAddress(): ContractAddress {
  return `0x${randomUUID().replaceAll('-', '')}00000000` as ContractAddress
}

export type StoredToken = {
  readonly projectId: string
  readonly slug: Slug
  readonly address: ContractAddress
}

/** Stores a project with a token and, if given, its card. */
export async function storeToken(
  input: {
    readonly state?: 'draft' | 'published' | 'hidden'
    readonly name?: string
    readonly address?: ContractAddress
    readonly evidence?: CardEvidence
    readonly scoredAt?: Instant
  },
  database: Database,
): Promise<StoredToken> {
  const projectId = randomUUID()
  const slug = `p-${projectId}` as Slug
  const { address = someAddress() } = input
  const state = input.state ?? 'published'
  await database
    .insertInto('projects')
    .values({
      id: projectId,
      slug,
      name: input.name ?? 'Lumen',
      state,
      created_at: NOW,
      first_published_at: state === 'draft' ? null : NOW,
      published_at: state === 'draft' ? null : NOW,
      hidden_at: state === 'hidden' ? NOW : null,
    })
    .execute()
  await database.insertInto('project_slugs').values({ slug, project_id: projectId, since: NOW }).execute()
  await database.insertInto('tokens').values({ chain_id: CHAIN_ID, address, project_id: projectId }).execute()
  await listProject(projectId, database)
  if (input.evidence !== undefined)
    await storeCard({ projectId, evidence: input.evidence, scoredAt: input.scoredAt ?? NOW }, database)
  return { projectId, slug, address }
}

async function storeCard(
  card: { readonly projectId: string; readonly evidence: CardEvidence; readonly scoredAt: Instant },
  database: Database,
): Promise<void> {
  await database
    .insertInto('cards')
    .values({
      project_id: card.projectId,
      scored_at: card.scoredAt,
      activity_status: 'UNKNOWN',
      token_verification: 'UNVERIFIED',
      research_level: 'INDEXED',
      market_status: 'INSUFFICIENT_DATA',
      evidence: JSON.stringify(card.evidence),
    })
    .execute()
}
