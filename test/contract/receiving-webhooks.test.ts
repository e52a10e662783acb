import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { CHANGE_TYPES, EVENT_TYPES, subscribableTypes } from '#contract/events.ts'
import { DESTINATION_REASONS } from '#contract/webhook-destination.ts'
import { openSender } from '#webhooks/send.ts'
import { openSigner } from '#webhooks/sign.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const SUBSCRIPTION = '019a0000-0000-7000-8000-000000000001'
const signer = openSigner('a-master-key-of-at-least-32-characters') ?? expect.unreachable()
const SIGNED = { subscriptionId: SUBSCRIPTION, standardFrom: 1, id: 'd1' }
const secretOf = (version: number) =>
  signer.secretOf({ subscriptionId: SUBSCRIPTION, version, standardFrom: 1 })
const sender = openSender({ rules: { production: false, ownHosts: [], originAddresses: [] } })

let page: string
let folder: string
let url: string
let receiver: ReturnType<typeof spawn> | undefined
const printed: string[] = []

/** The code blocks of the page in a language. */
function blocksIn(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.+?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  )
}

beforeAll(async () => {
  page = await readFile(join(ROOT, 'docs/receiving-webhooks.md'), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'svc-receiver-'))
  await installPackage(folder)
  await writeFile(join(folder, 'receiver.mts'), blocksIn('ts').join('\n'))
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}/in`
  receiver = spawn(process.execPath, [join(folder, 'receiver.mts')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRETS: `${secretOf(2)},${secretOf(1)}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [receiver.stdout, receiver.stderr]) {
    if (stream !== null) createInterface(stream).on('line', (line) => printed.push(line))
  }
  await vi.waitUntil(() => printed.includes('listening'), { timeout: 60_000 })
})
afterAll(() => receiver?.kill())

/** Packs the receivers' package and unpacks it where the receiver finds it. */
async function installPackage(folder: string): Promise<void> {
  const target = join(folder, 'node_modules/evidence-research-receiver')
  await mkdir(target, { recursive: true })
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', folder, './clients/receiver'],
    {
      cwd: ROOT,
    },
  )
  await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', target, '--strip-components=1'])
}

/** Sends a payload as a delivery, and answers with the status. */
async function deliver(payload: object, options: { version?: number; ageSeconds?: number } = {}) {
  const body = Buffer.from(
    JSON.stringify({ payloadVersion: 1, sentAt: '2026-11-22T10:00:00.000Z', ...payload }),
  )
  const t = Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0)
  const signed = { ...SIGNED, versions: [options.version ?? 2], t, body }
  const headers = { 'content-type': 'application/json', ...signer.signaturesOf(signed) }
  return (await sender.send({ url, headers, body })).statusCode
}

function eventOf(revision: number, op = 'upsert', id = 'ship:1') {
  const event = { id, revision, op, recordedAt: '2026-11-22T10:00:00.000Z' }
  return { type: op === 'upsert' ? 'build.release' : 'event.retracted', event }
}

test('the receiver keeps each delivery once and the highest revision of each event', async () => {
  const deliveries = [
    { deliveryId: 'd1', ...eventOf(2) },
    { deliveryId: 'd1', ...eventOf(9) },
    { deliveryId: 'd2', ...eventOf(1) },
    { deliveryId: 'd3', ...eventOf(2) },
    { deliveryId: 'd4', ...eventOf(4, 'retract') },
    { deliveryId: 'd5', ...eventOf(3) },
    { deliveryId: 'd6', ...eventOf(1, 'upsert', 'ship:2') },
  ]
  for (const delivery of deliveries) expect(await deliver(delivery)).toBe(204)
  await expect.poll(() => printed).toContain('upsert ship:2 1')
  const kept = printed.filter((line) => /^(?:upsert|retract) /.test(line))
  expect(kept).toEqual(['upsert ship:1 2', 'retract ship:1 4', 'upsert ship:2 1'])
})

test('the receiver takes pings and both secrets of a rotation', async () => {
  const ping = { type: 'ping', deliveryId: 'p1', subscriptionId: SUBSCRIPTION }
  expect(await deliver(ping)).toBe(204)
  expect(await deliver({ ...ping, deliveryId: 'p2' }, { version: 1 })).toBe(204)
})

test.each([
  ['a secret that it does not hold', {}, { version: 3 }, 'wrong_signature'],
  ['an old time', {}, { ageSeconds: 310 }, 'timestamp_too_old'],
  ['a time in the future', {}, { ageSeconds: -310 }, 'timestamp_in_future'],
  ['a version that it does not know', { payloadVersion: 2 }, {}, 'unknown_payload_version'],
])('the receiver refuses %s', async (_, changed, options, reason) => {
  expect(await deliver({ deliveryId: reason, ...eventOf(7), ...changed }, options)).toBe(400)
  await expect.poll(() => printed).toContain(`refused: ${reason}`)
})

test('the commands verify what we send, and send what the receiver verifies', async () => {
  const [check = '', ping = ''] = blocksIn('sh')
  const body = Buffer.from('{"summary":"ünïcödé 🚀 </script>"}')
  const checked = async (t: number, sent: Buffer) => {
    const signed = signer.signaturesOf({ ...SIGNED, versions: [2, 1], t, body })
    await writeFile(join(folder, 'signature.txt'), signed['svc-signature'])
    await writeFile(join(folder, 'body.json'), sent)
    const env = { ...process.env, WEBHOOK_SECRET: secretOf(1) }
    return (await run('sh', ['-c', check], { cwd: folder, env })).stdout.trim()
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await checked(now, body)).toBe('verified')
  expect(await checked(now, Buffer.concat([body, Buffer.from(' ')]))).toBe('refused: wrong signature')
  expect(await checked(now - 400, body)).toMatch('refused: the time')
  expect(await checked(now + 400, body)).toMatch('refused: the time')
  const env = { ...process.env, WEBHOOK_SECRET: secretOf(2), RECEIVER_URL: url }
  expect((await run('sh', ['-c', ping], { env })).stdout.trim()).toBe('204')
})

test('the page names every reason why a callback URL is refused', () => {
  for (const [reason, expected] of Object.entries(DESTINATION_REASONS)) {
    expect(page).toMatch(
      new RegExp(`^\\| \`${reason}\` +\\| ${expected.replace('expected ', '')} +\\|$`, 'm'),
    )
  }
})

test('the page names every type that no subscription is sent, and no other', () => {
  const unsent = CHANGE_TYPES.filter((type) => !subscribableTypes({ marketIntegrity: true }).includes(type))
  const rows = unsent.map((type) => [type, EVENT_TYPES[type].meaning])
  const named = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\| (.+?) +\|$/gm)]
  expect(named.map(([, type, meaning]) => [type, meaning])).toEqual(rows)
})
