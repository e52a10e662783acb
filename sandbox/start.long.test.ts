import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandboxApart } from '#test/world/sandbox-apart.ts'
import { type Sandbox, startSandbox } from './start.ts'

let dataDir: string
const epoch = '2026-11-21T12:00:00Z'

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The settings that name the factory's logs, in the order of a launch. */
const FACTORY_TOPICS = ['LAUNCH_TOPIC', 'LAUNCH_CURVE_TOPIC', 'LAUNCH_TRADE_TOPIC', 'LAUNCH_GRADUATION_TOPIC']

const start = () => startSandbox({ dataDir, seed: 'test', background: false, epoch })

type Reply = {
  readonly at: string
  readonly from: number
  readonly message: string
  readonly details: { readonly block: number; readonly address: string; readonly token: string }
}
type Block = { readonly hash: string; readonly transactions: readonly { readonly hash: string }[] }

async function control(sandbox: { controlUrl: string }, path: string, body: unknown) {
  const response = await fetch(`${sandbox.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Reply }
}

async function rpc<T>(
  settings: Readonly<Record<string, string>>,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(settings['RPC_URL'] ?? '', { method: 'POST', body })
  const answer = (await response.json()) as { result: T }
  return answer.result
}

async function blocksOf(sandbox: { settings: Readonly<Record<string, string>> }) {
  const height = Number(await rpc<string>(sandbox.settings, 'eth_blockNumber'))
  const numbers = Array.from({ length: height + 1 }, (_, number) => `0x${number.toString(16)}`)
  return Promise.all(
    numbers.map((number) => rpc<Block>(sandbox.settings, 'eth_getBlockByNumber', [number, true])),
  )
}

test('every transaction of the history succeeded and carries its logs', async () => {
  await using sandbox = await start()
  const blocks = await blocksOf(sandbox)
  const hashes = blocks.flatMap((block) => block.transactions.map((entry) => entry.hash))
  const receipts = await Promise.all(
    hashes.map((hash) => rpc<{ status: string }>(sandbox.settings, 'eth_getTransactionReceipt', [hash])),
  )
  expect(hashes.length).toBeGreaterThan(300)
  expect(receipts.filter((receipt) => receipt.status !== '0x1')).toEqual([])
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: sandbox.settings['LAUNCH_FACTORY_ADDRESS'] }
  const logs = await rpc<readonly { topics: readonly string[] }[]>(sandbox.settings, 'eth_getLogs', [filter])
  expect(new Set(logs.map((log) => log.topics[0]))).toEqual(
    new Set(FACTORY_TOPICS.map((name) => sandbox.settings[name])),
  )
})

test('a launch goes through its stages by hand: a trade, the end of the curve, liquidity, and then no more', async () => {
  await using sandbox = await start()
  const request = { action: 'launch-stage', slug: 'burrow' }
  const done = await control(sandbox, '/do', request)
  for (const move of ['graduate', 'fund'])
    expect(await control(sandbox, '/do', request)).toMatchObject({ body: { details: { move } } })
  expect((await control(sandbox, '/do', request)).body).toMatchObject({ error: 'not_applicable' })
  const own = [null, done.body.details.token.toLowerCase().replace('0x', `0x${'0'.repeat(24)}`)]
  const logsOf = (filter: object) =>
    rpc<readonly { topics: readonly string[] }[]>(sandbox.settings, 'eth_getLogs', [
      { fromBlock: '0x0', toBlock: 'finalized', ...filter },
    ])
  const logs = await logsOf({ address: sandbox.settings['LAUNCH_FACTORY_ADDRESS'], topics: own })
  expect(logs.map((log) => log.topics[0])).toEqual(FACTORY_TOPICS.map((name) => sandbox.settings[name]))
  expect(await logsOf({ address: `0x${logs.at(-1)?.topics[2]?.slice(26)}` })).toHaveLength(1)
})

test('the block of an action is final when the action returns', async () => {
  await using sandbox = await start()
  const { body } = await control(sandbox, '/do', { action: 'deploy', slug: 'lumen' })
  const finalized = await rpc<{ number: string }>(sandbox.settings, 'eth_getBlockByNumber', [
    'finalized',
    false,
  ])
  expect(Number(finalized.number)).toBeGreaterThanOrEqual(body.details.block)
  expect(await rpc(sandbox.settings, 'eth_getCode', [body.details.address, 'finalized'])).not.toBe('0x')
})

test('actions survive a kill -9, and the next start ends the node left behind', async () => {
  const killed = await startSandboxApart({ dataDir, seed: 'test', background: false, epoch })
  const done = [
    await control(killed, '/do', { action: 'release', slug: 'lumen' }),
    await control(killed, '/do', { action: 'upgrade', slug: 'gantry' }),
    await control(killed, '/advance', { ms: 7_200_000 }),
    await control(killed, '/chain/reorg', { depth: 4 }),
    await control(killed, '/do', { action: 'lock', slug: 'saltlock' }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const before = await blocksOf(killed)
  const releases = await lumenReleases(killed)
  const node = Number.parseInt(readFileSync(join(dataDir, 'anvil.pid'), 'utf8'), 10)
  killed.child.kill('SIGKILL')
  await killed.ended

  await using again = await start()
  expect(isRunning(node)).toBe(false)
  expect(await blocksOf(again)).toEqual(before)
  expect(await lumenReleases(again)).toEqual(releases)
  const state = (await (await fetch(`${again.controlUrl}/state`)).json()) as { now: string }
  expect(Date.parse(state.now)).toBeGreaterThanOrEqual(Date.parse(done[4]?.body.at ?? ''))
})

test('a sandbox that a test kills leaves no node behind', async () => {
  const killed = await startSandboxApart({ dataDir, seed: 'test', background: false, epoch })
  const node = Number.parseInt(readFileSync(join(dataDir, 'anvil.pid'), 'utf8'), 10)
  expect(isRunning(node)).toBe(true)
  await killed.kill()
  expect(isRunning(node)).toBe(false)
})

test('half a journal line left by a kill is dropped', async () => {
  {
    await using sandbox = await start()
    await control(sandbox, '/do', { action: 'release', slug: 'lumen' })
  }
  const path = join(dataDir, 'journal.ndjson')
  const whole = readFileSync(path, 'utf8')
  appendFileSync(path, '{"kind":"action","at":179')
  await using again = await start()
  expect(readFileSync(path, 'utf8')).toBe(whole)
  expect((await control(again, '/do', { action: 'release', slug: 'lumen' })).status).toBe(200)
})

test('a first start may begin in the past, refuses actions there, and reaches the same present', async () => {
  const heights: number[] = []
  const instants: string[] = []
  const open = () => startSandbox({ dataDir, seed: 'test', background: false, epoch, past: true })
  const state = async ({ controlUrl }: Sandbox) =>
    (await (await fetch(`${controlUrl}/state`)).json()) as { now: string; chain: { height: number } }
  const live = async (sandbox: Sandbox) => {
    const { now, chain } = await state(sandbox)
    instants.push(now)
    heights.push(chain.height)
    const refused = await control(sandbox, '/do', { action: 'release', slug: 'lumen' })
    expect(refused.status).toBe(sandbox.clock.behindMs() > 0 ? 400 : 200)
  }
  for (let begun = 0; begun < 3; begun++) {
    await using sandbox = await open()
    await live(sandbox)
    expect(sandbox.past()).toEqual({ day: begun + 1, days: 28 })
    await sandbox.replayNext({ skip: false })
  }
  {
    await using sandbox = await open()
    for (; sandbox.clock.behindMs() > 0; await sandbox.replayNext({ skip: false })) await live(sandbox)
    await live(sandbox)
  }
  const days = instants.map((now) => now.slice(0, 16))
  expect([days[0], ...days.slice(-4)]).toEqual([
    '2026-09-07T00:00',
    '2026-11-19T10:00',
    '2026-11-20T10:00',
    '2026-11-21T10:00',
    '2026-11-21T12:00',
  ])
  const hoursApart = instants
    .slice(1)
    .map((now, place) => (Date.parse(now) - Date.parse(instants[place] ?? now)) / 3_600_000)
  expect(Math.max(...hoursApart)).toBeLessThan(72)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  await using lived = await open()
  const passed = await blocksOf(lived)
  rmSync(dataDir, { recursive: true })
  await using fresh = await start()
  await control(fresh, '/do', { action: 'release', slug: 'lumen' })
  expect(passed.map(({ hash }) => hash)).toEqual((await blocksOf(fresh)).map(({ hash }) => hash))
})

test('the past can be skipped', async () => {
  await using sandbox = await startSandbox({ dataDir, seed: 'test', background: false, epoch, past: true })
  await sandbox.replayNext({ skip: true })
  expect(sandbox.clock.behindMs()).toBe(0)
  expect(await lumenReleases(sandbox)).toContain('v1.56.0')
})

test('a reorganisation replaces the last blocks and can drop a deployment; the next one gets its address', async () => {
  await using sandbox = await start()
  const first = await control(sandbox, '/do', { action: 'deploy', slug: 'railhead' })
  const before = await blocksOf(sandbox)
  const reorg = await control(sandbox, '/chain/reorg', { depth: 5, dropDeployment: 'railhead' })
  const after = await blocksOf(sandbox)
  expect(after.length).toBe(before.length)
  const changed = after.findIndex((block, number) => block.hash !== before[number]?.hash)
  expect(changed).toBe(reorg.body.from)
  expect(await rpc(sandbox.settings, 'eth_getCode', [first.body.details.address, 'latest'])).toBe('0x')
  const second = await control(sandbox, '/do', { action: 'deploy', slug: 'railhead' })
  expect(second.body.details.address).toBe(first.body.details.address)
  expect(await rpc(sandbox.settings, 'eth_getCode', [first.body.details.address, 'latest'])).not.toBe('0x')
})

test.each([
  ['/do', { action: 'dance', slug: 'lumen' }, 'unknown_action', 'withdraw-lock'],
  ['/do', { action: 'release', slug: 'nobody' }, 'unknown_slug', 'harborwatch'],
  ['/do', { action: 'upgrade', slug: 'lumen' }, 'not_applicable', 'lumen'],
  ['/advance', { ms: -1 }, 'invalid_span', 'ms'],
  ['/advance', {}, 'invalid_input', 'ms'],
  ['/chain/reorg', { depth: 0 }, 'invalid_depth', 'depth'],
  ['/fault', { provider: 'moon', kind: 'slow' }, 'invalid_input', 'geckoterminal'],
])('%s %j is refused with %s', async (path, body, error, named) => {
  await using sandbox = await start()
  const refused = await control(sandbox, path, body)
  expect(refused).toMatchObject({ status: 400, body: { error } })
  expect(refused.body.message).toContain(named)
})

async function lumenReleases({ settings }: { settings: Readonly<Record<string, string>> }) {
  return (await fetch(`${settings['GITHUB_API_URL']}/repos/lumen-labs/lumen/releases?per_page=100`)).text()
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').length > 0
}
