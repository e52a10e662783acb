import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { figure, medianOf, tableOf } from './figures.ts'
import { startServer } from './measured-server.ts'
import { openCatalogue, openServer } from './server.ts'

/** Measures the sizes of the tool list and of answers, and how many calls a second the tools answer beside REST. */
const PROJECTS = Number(process.env['PROJECTS'] ?? '1000')
const SIZE = { projects: PROJECTS, events: 10 * PROJECTS, seed: 'reads' }
const AT_ONCE = 16
const ROUNDS = Number(process.env['ROUNDS'] ?? '5')
/** Rounds before the first measured one. V8 still compiles code in them. */
const WARM_ROUNDS = 2
const SECONDS = Number(process.env['SECONDS'] ?? '4')
const BYTES_PER_TOKEN = 4

type Question = {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly path: string
}
type Ask = (question: Question, client: number) => Promise<number>
/** The ways to ask a question: by a message of the newest protocol revision, by an older message, or by REST. */
const WAYS = ['newest', 'older', 'rest'] as const
type Way = (typeof WAYS)[number]
const NEWEST = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Questions for tools, each with the REST path of the same answer. */
function questionsOf(slugs: readonly string[]): readonly Question[] {
  return slugs.flatMap((slug) => [
    { name: 'get_project', arguments: { slug }, path: `/api/projects/${slug}/snapshot` },
    { name: 'get_project', arguments: { slug, view: 'dossier' }, path: `/api/projects/${slug}` },
    { name: 'get_project_timeline', arguments: { slug }, path: `/api/projects/${slug}/timeline?limit=10` },
    { name: 'get_project_market', arguments: { slug }, path: `/api/projects/${slug}/market?days=7` },
    {
      name: 'explain_fact',
      arguments: { slug, fact: 'activity.status' },
      path: `/api/projects/${slug}/explain?fact=activity.status`,
    },
    { name: 'list_ships', arguments: { project: slug }, path: `/api/ships?project=${slug}&limit=10` },
  ])
}

/**
 * The ways to ask a server. Each call resolves to the bytes of the answer. Callers name another client every fifty
 * requests, so that none reaches its limit per minute.
 */
function askingAt(url: string, agent: Agent): Record<Way, Ask> & { readonly list: () => Promise<number> } {
  const headersOf = (client: number) => ({
    'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`,
  })
  const send = async (message: object, client: number, more: Record<string, string> = {}) => {
    const headers = { ...headersOf(client), 'content-type': 'application/json', ...more }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
    const answer = await request(`${url}/mcp`, { dispatcher: agent, method: 'POST', headers, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200 || text.includes('"isError":true')) throw new Error(text.slice(0, 300))
    return Buffer.byteLength(text)
  }
  const method = 'tools/call'
  return {
    list: () => send({ method: 'tools/list' }, 1),
    newest({ name, arguments: given }, client) {
      const headers = { 'mcp-protocol-version': NEWEST, 'mcp-method': method, 'mcp-name': name }
      return send({ method, params: { name, arguments: given, _meta: META } }, client, headers)
    },
    older: ({ name, arguments: given }, client) =>
      send({ method, params: { name, arguments: given } }, client),
    async rest({ path }, client) {
      const answer = await request(`${url}${path}`, { dispatcher: agent, headers: headersOf(client) })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(text)
      return Buffer.byteLength(text)
    },
  }
}

/** The number of answers a second with sixteen parallel callers. */
async function rateOf(ask: Ask, questions: readonly Question[]): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let answered = 0
  const callers = Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < until) {
      const question = questions[answered % questions.length]
      answered += 1
      if (question !== undefined) await ask(question, Math.floor(answered / 50) + Math.floor(until))
    }
  })
  await Promise.all(callers)
  return answered / SECONDS
}

async function printSizes(databaseUrl: string, questions: readonly Question[]): Promise<void> {
  await using server = await startServer({ kind: 'cached', databaseUrl })
  const agent = new Agent({ connections: AT_ONCE })
  const { newest, list } = askingAt(server.url, agent)
  const sizes: number[] = []
  for (const [place, question] of questions.entries())
    sizes.push(await newest(question, Math.floor(place / 50)))
  const tokens = (bytes: number) => figure(bytes / BYTES_PER_TOKEN)
  const sorted = sizes.toSorted((a, b) => a - b)
  const rows = [
    ['size', 'tokens'],
    ['the list of tools', tokens(await list())],
    ['the median answer', tokens(medianOf(sorted))],
    ['the largest answer', tokens(sorted.at(-1) ?? Number.NaN)],
  ]
  console.log(`${tableOf(rows)}\n`)
  await agent.close()
}

/** The calls a second by new and old messages and by REST: medians of rounds in turn. */
async function ratesOf(
  kind: 'cached' | 'uncached',
  { databaseUrl, questions }: { readonly databaseUrl: string; readonly questions: readonly Question[] },
): Promise<readonly (readonly string[])[]> {
  await using server = await startServer({ kind, databaseUrl })
  const agent = new Agent({ connections: AT_ONCE })
  const asking = askingAt(server.url, agent)
  const rates: Record<Way, number[]> = { newest: [], older: [], rest: [] }
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    for (const way of WAYS) {
      const rate = await rateOf(asking[way], questions)
      if (round >= 0) rates[way].push(rate)
    }
  }
  await agent.close()
  const byRest = medianOf(rates.rest)
  return (['newest', 'older'] as const).map((way) => {
    const byTools = medianOf(rates[way])
    return [`${kind}, ${way}`, figure(byTools), figure(byRest), (byTools / byRest).toFixed(2), '0.5']
  })
}

const dataDir = join(tmpdir(), `svc-bench-agents-${process.pid}`)
try {
  await using server = await openServer(dataDir)
  await using catalogue = await openCatalogue(SIZE, server)
  const projects = await catalogue.database
    .selectFrom('projects')
    .where('state', '=', 'published')
    .select('slug')
    .orderBy('slug')
    .limit(100)
    .execute()
  const questions = questionsOf(projects.map(({ slug }) => slug))
  await printSizes(catalogue.url, questions)
  const asked = { databaseUrl: catalogue.url, questions }
  const rows = [...(await ratesOf('uncached', asked)), ...(await ratesOf('cached', asked))]
  console.log(tableOf([['the reads', 'calls/s', 'by REST/s', 'ratio', 'aim'], ...rows]))
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
