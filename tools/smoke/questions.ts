import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
type Event = { readonly id: string; readonly revision: number }

const FIRST_CURSOR = 'c1.0'
const MOST_LISTS = 60

/** Closes the connection after each answer: the server can close a kept one while the next request is on its way. */
export const UNKEPT = { headers: { connection: 'close' } } as const

/** Reads a path. @throws Error when the answer is no JSON object */
export async function ask(baseUrl: string, path: string): Promise<Answer> {
  const answer = await fetch(`${baseUrl}${path}`, UNKEPT)
  const body: unknown = await answer.json()
  if (body === null || typeof body !== 'object') throw new Error(`${path}: not an object`)
  return { status: answer.status, body: body as Record<string, unknown> }
}

/** Every event of the ledger, in ledger order, as a mirror would read them. */
export async function readLedger(baseUrl: string): Promise<readonly Event[]> {
  const events: Event[] = []
  let cursor = FIRST_CURSOR
  for (let read = 0; read < MOST_LISTS; read += 1) {
    const { body } = await ask(baseUrl, `/api/changes?after=${encodeURIComponent(cursor)}&limit=100`)
    events.push(...(body['items'] as readonly Event[]))
    const next = body['nextCursor']
    if (typeof next !== 'string' || next === cursor) return events
    cursor = next
  }
  return events
}

/** Tokens of the reviewed catalogue that the sandboxed service publishes. */
export function findCatalogueTokens(root: string): readonly string[] {
  return globSync('sandbox/catalogue/*.yaml', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => /^state: published/m.test(text))
    .flatMap((text) => /0x[0-9a-fA-F]{40}/.exec(text)?.[0] ?? [])
}

/**
 * The requests that the README shows, with the expected status: 200 unless a comment behind the request names another.
 * Requests with a blank to fill in are left out, and so are requests that need a key.
 */
export function findReadmeRequests(root: string): ReadonlyMap<string, number> {
  const readme = join(root, 'README.md')
  if (!existsSync(readme)) return new Map()
  const open = readFileSync(readme, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('$KEY'))
  const urls = open
    .join('\n')
    .matchAll(/http:\/\/(?:127\.0\.0\.1|localhost):4663(\/[^\s'"`)]*)(?:['"]? +# (\d{3}))?/g)
  const requests = [...urls].flatMap(([, path, status]) =>
    path === undefined || /[<{$…]/.test(path) ? [] : [[path, Number.parseInt(status ?? '200', 10)] as const],
  )
  return new Map(requests)
}

/** Commands of the documents that end by themselves, on any sandboxed instance. */
const ENDING_COMMANDS = ['key create', 'sandbox do', 'pipeline run', 'webhooks trigger', 'delivery list']
const DOCUMENTS = ['README.md', 'docs/receiving-webhooks.md', 'docs/requests.md', 'docs/operating/*.md']

/** The operator commands that the documents show in blocks of their own, without their comments. */
export function findDocumentedCommands(root: string): ReadonlySet<string> {
  const paths = globSync([...DOCUMENTS], { cwd: root })
  const lines = paths.flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
  const commands = lines
    .filter((line) => line.startsWith(COMMAND))
    .map((line) => line.slice(COMMAND.length).replace(/ +#.*$/, ''))
  return new Set(commands.filter((command) => ENDING_COMMANDS.some((name) => command.startsWith(name))))
}
const COMMAND = 'npm run -s svc -- '
