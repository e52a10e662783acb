import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { isJsonType } from '#test/service/json-type.ts'
import type { StoredAnswer } from '#views/reference/answers.ts'
import type { Answer, World } from './world.ts'

type Stored = ReadonlyMap<string, StoredAnswer>

type Asked = {
  readonly input?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Asks = (operationId: string, asked?: Asked) => Promise<Answer>

/** The subjects of the requests: a project of the cast, its token and its newest ship. */
type Subject = { readonly slug: string; readonly token: string; readonly ship: string }

/** The most characters of a text that are stored. The first lines of a feed or an export show its form. */
const MOST_TEXT = 900
/** The most characters of JSON that are stored whole. Of a longer document, the beginning is stored as text. */
const MOST_JSON = 30_000
const SUBJECT = 'lumen'
const CHAIN = '4663'
const operations = Object.values<Operation>(OPERATIONS)

/** Asks every operation of a world about records of the sandbox. */
export async function storedAnswers(
  world: World,
  subscriber: { readonly key: string; readonly url: string; readonly afterPing: () => Promise<void> },
): Promise<Stored> {
  const stored = new Map<string, StoredAnswer>()
  const ask: Asks = async (operationId, { input = {}, body, headers } = {}) => {
    const operation = operations.find((one) => one.operationId === operationId)
    if (operation === undefined) throw new Error(`no operation is called ${operationId}`)
    const { method, caller, status } = operation
    const answer = await world.send({
      method,
      url: addressOf(operation, input),
      headers: {
        ...headers,
        ...(caller === 'account' && { authorization: `Bearer ${subscriber.key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (answer.status !== status)
      throw new Error(
        `${operationId}: expected ${status}, got ${answer.status}: ${answer.text.slice(0, 400)}`,
      )
    stored.set(operationId, {
      input,
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
      ...kept(answer),
    })
    return answer
  }
  const subject = await subjectOf(world)
  for (const [operationId, asked] of Object.entries(readsAbout(subject))) await ask(operationId, asked)
  for (const [operationId, asked] of Object.entries(messagesAbout(subject))) await ask(operationId, asked)
  await manageWebhooks(ask, subscriber)
  return stored
}

async function subjectOf(world: World): Promise<Subject> {
  const { body } = await world.get(`/api/projects/${SUBJECT}`)
  const { token, lastShip } = body as Readonly<Record<string, Readonly<Record<string, string>>>>
  return { slug: SUBJECT, token: String(token?.['contract']), ship: String(lastShip?.['evidenceId']) }
}

function addressOf({ path, input }: Operation, given: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const query = new URLSearchParams(Object.entries(given).filter(([name]) => !(name in input.path)))
  return query.size === 0 ? filled : `${filled}?${query}`
}

function kept({ status, headers, text }: Answer): Omit<StoredAnswer, 'input' | 'headers' | 'body'> {
  if (text === '') return { status }
  const type = String(headers['content-type'])
  if (isJsonType(type) && text.length <= MOST_JSON) return { status, type, answer: JSON.parse(text) }
  const beginning = text.slice(0, MOST_TEXT)
  return { status, type, text: beginning, ...(text.length > MOST_TEXT && { characters: text.length }) }
}

/** The reads with their parameters, chosen so that an answer is short and shows every part. */
function readsAbout({ slug, token, ship }: Subject): Readonly<Record<string, Asked>> {
  const about = { input: { slug } }
  const at = { input: { chainId: CHAIN, address: token } }
  return {
    listProjects: { input: { tab: 'shipping-now', limit: '2', claims: 'none' } },
    suggestProjects: { input: { q: 'lum' } },
    getProject: about,
    getProjectSnapshot: about,
    getCoverage: about,
    getRelationships: about,
    explainFact: { input: { slug, fact: 'activity.status' } },
    getProjectTimeline: { input: { slug, limit: '2' } },
    listProjectContracts: about,
    getBuiltOn: about,
    getProjectHistory: { input: { slug, series: 'status,momentum', from: '2035-03-11', to: '2035-03-13' } },
    getProjectDiff: { input: { slug, from: '2035-03-06', to: '2035-03-14' } },
    getProjectMarket: { input: { slug, days: '2' } },
    listShips: { input: { limit: '2' } },
    listBuilders: { input: { filter: 'shipping', limit: '2' } },
    listAcceleratingProjects: {},
    compareProjects: { input: { slugs: `${slug},gantry`, claims: 'none' } },
    exportProjects: { input: { claims: 'none' } },
    exportShips: { input: { project: slug, format: 'csv' } },
    exportBuilders: { input: { filter: 'shipping', claims: 'none' } },
    exportProviders: {},
    exportOutages: { input: { format: 'csv' } },
    exportProjectHistory: { input: { slug, series: 'status' } },
    lookUpToken: at,
    getContract: at,
    getTokenProfile: {},
    getPartnerCard: { input: { token } },
    scanTokens: { input: { token } },
    listChanges: { input: { after: 'c1.0', limit: '2' } },
    getEvidence: { input: { id: ship } },
    listMonthlyReports: {},
    getMonthlyReport: { input: { month: '2035-02' } },
    getReceiptSchema: {},
    getStatus: {},
    getApiIndex: {},
    getAgentContract: {},
    askAgentCapability: { input: { capability: 'builder_status', project: slug } },
    getAgentStats: { input: { days: '1' } },
    getAgentCard: {},
    getOpenApi: {},
    getOpenApi30: {},
    getChangelog: {},
    getChangelogFeed: {},
    getGuide: {},
    getSecurityText: {},
    getApiCatalog: {},
    getAiCatalog: {},
    getMcpServerCard: {},
    getProjectPage: about,
    getShipFeed: {},
    getChainDayImage: {},
    getHealth: {},
    getReadiness: {},
    getBadge: { input: { slug, theme: 'light' } },
  }
}

/** The requests with a body that anyone may send. */
function messagesAbout({ slug, ship }: Subject): Readonly<Record<string, Asked>> {
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Is Lumen still building?' }] }
  return {
    sendA2aMessage: {
      headers: { 'a2a-version': '1.0' },
      body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
    },
    sendMcpMessage: {
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_projects', arguments: { query: 'lumen' } },
      },
    },
    validateReceipt: { body: receiptAbout({ slug, ship }) },
  }
}

function receiptAbout({ slug, ship }: Pick<Subject, 'slug' | 'ship'>) {
  return {
    agentId: 'example-agent',
    operator: 'Example Research',
    mandate: 'Say whether Lumen still ships.',
    subjectType: 'project',
    subject: slug,
    createdAt: '2035-03-15T09:30:00Z',
    evidenceCutoff: '2035-03-15T09:00:00Z',
    thesisSummary: 'Lumen ships.',
    claims: [
      {
        kind: 'FACT',
        statement: 'Lumen shipped in March 2035.',
        references: [{ type: 'service_evidence', id: ship }],
      },
    ],
    risks: ['One ship says little of the next.'],
    unknowns: ['Whether the change is used.'],
    researchState: { state: 'done', definition: 'Every question of the mandate has an answer.' },
    outcome: null,
    confidence: 0.8,
    reviewConditions: ['No ship for 30 days.'],
    sourceSystems: ['svc.example'],
  }
}

/** The life of a subscription, from its creation to its removal. */
async function manageWebhooks(
  ask: Asks,
  { url, afterPing }: { readonly url: string; readonly afterPing: () => Promise<void> },
): Promise<void> {
  const asked = { url, eventTypes: ['build.release', 'build.status_changed'], projects: [SUBJECT] }
  const { body } = await ask('createWebhook', { body: { ...asked, description: 'releases of Lumen' } })
  const own = { input: { id: String(body['id']) } }
  await afterPing()
  await ask('listWebhooks')
  await ask('getWebhook', own)
  await ask('pingWebhook', own)
  await ask('listWebhookDeliveries', { input: { ...own.input, limit: '2' } })
  await ask('rotateWebhookSecret', own)
  await ask('updateWebhook', { ...own, body: { status: 'disabled' } })
  await ask('removeWebhook', own)
}
