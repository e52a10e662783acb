import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProcesses, killAll, until } from '#test/service/processes.ts'
import { type Instance, startInstance } from './instance.ts'
import {
  ask,
  findCatalogueTokens,
  findDocumentedCommands,
  findReadmeRequests,
  readLedger,
  UNKEPT,
} from './questions.ts'

/**
 * Starts, asks, stops and kills the service on a fresh data folder; prints one line a check. `.ci/run` needs the last
 * line, so that a crash on the way is no success.
 */
const LAST_LINE = 'the smoke run reached its end'
const COMMAND_MS = 60_000
const FIRST_START_MS = 120_000
const STOP_MS = 10_000
const root = join(import.meta.dirname, '../..')

function check(holds: boolean, name: string, detail: unknown = ''): void {
  console.log(holds ? `ok: ${name}` : `not ok: ${name} ${JSON.stringify(detail)}`)
  if (!holds) process.exitCode = 1
}

async function checkAnswers(baseUrl: string): Promise<void> {
  const status = await ask(baseUrl, '/api/status')
  check(status.status === 200, 'GET /api/status answers', status)
  const token = findCatalogueTokens(root)[0]
  if (token === undefined) return check(false, 'the catalogue names a token')
  const card = await ask(baseUrl, `/api/v1/builder?token=${token}`)
  check(card.status === 200, 'GET /api/v1/builder answers for a published token', card)
  check(
    card.body['contract_address'] === token.toLowerCase(),
    'the card is of the token asked about',
    card.body,
  )
  check(
    card.body['as_of'] !== null,
    'the card was scored before the service printed that it is ready',
    card.body,
  )
  const scan = await ask(baseUrl, `/api/v1/scan?token=${token}`)
  check(scan.body['found'] === true, 'GET /api/v1/scan finds the same token', scan)
  const stranger = await ask(baseUrl, `/api/v1/builder?token=0x${'1'.repeat(40)}`)
  check(stranger.status === 404, 'an unpublished token is 404', stranger)
  const description = await ask(baseUrl, '/openapi.json')
  check(String(description.body['openapi']).startsWith('3.1'), 'GET /openapi.json is OpenAPI 3.1')
}

async function checkReadme(baseUrl: string): Promise<void> {
  const requests = findReadmeRequests(root)
  check(requests.size > 0, 'the README shows requests to try')
  for (const [path, expected] of requests) {
    const { status } = await fetch(`${baseUrl}${path}`, UNKEPT)
    check(status === expected, `the README's ${path} answers ${expected}`, status)
  }
}

function checkCommands(dataDir: string): void {
  const commands = findDocumentedCommands(root)
  check(commands.size > 0, 'the documents show operator commands')
  for (const command of commands) {
    const { status, stderr } = spawnSync('npm', ['run', '-s', 'svc', '--', ...command.split(' ')], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
      timeout: COMMAND_MS,
    })
    check(status === 0, `the documented command ${command} succeeds`, { status, stderr })
  }
}

async function checkEnd(instance: Instance, signal: 'SIGINT' | 'SIGTERM', dataDir: string): Promise<void> {
  const { exit, tookMs } = await instance.stop(signal)
  check(exit === '0' && tookMs <= STOP_MS, `${signal} ends it with 0 in ${STOP_MS / 1000} s`, {
    exit,
    tookMs,
  })
  const gone = await until(() => findProcesses(dataDir).length === 0, STOP_MS - Math.min(tookMs, STOP_MS))
  check(gone, `${signal} leaves no process behind`, findProcesses(dataDir))
}

async function run(dataDir: string): Promise<void> {
  const first = await startInstance(dataDir, FIRST_START_MS)
  check(true, `npm start is ready on an empty folder (${first.startedInMs} ms)`)
  await checkAnswers(first.baseUrl)
  await checkReadme(first.baseUrl)
  checkCommands(dataDir)
  const before = await readLedger(first.baseUrl)
  check(before.length > 0, `the ledger has events (${before.length})`)
  await checkEnd(first, 'SIGINT', dataDir)

  const second = await startInstance(dataDir, FIRST_START_MS)
  check(
    second.startedInMs < first.startedInMs,
    `it starts again in less time than at first (${second.startedInMs} ms)`,
    first.startedInMs,
  )
  const restarted = new Set((await readLedger(second.baseUrl)).map(({ id }) => id))
  check(
    before.every(({ id }) => restarted.has(id)),
    'a restart loses no event',
  )
  await killAll(dataDir)
  check(findProcesses(dataDir).length === 0, 'kill -9 of everything')

  const third = await startInstance(dataDir, FIRST_START_MS)
  check(true, `it starts after kill -9 (${third.startedInMs} ms)`)
  const after = new Set((await readLedger(third.baseUrl)).map(({ id }) => id))
  check(
    [...restarted].every((id) => after.has(id)),
    'kill -9 loses no event',
    { before: restarted.size, after: after.size },
  )
  await checkEnd(third, 'SIGTERM', dataDir)
}

const dataDir = await mkdtemp(join(tmpdir(), 'svc-smoke-'))
async function leaveNothing(): Promise<void> {
  await killAll(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}

// A run that is cut off leaves no service behind.
process.once('SIGTERM', async () => {
  await leaveNothing()
  process.exit(143)
})
try {
  await run(dataDir)
  check(true, LAST_LINE)
} catch (error) {
  check(false, LAST_LINE, error instanceof Error ? error.message : error)
} finally {
  await leaveNothing()
}
