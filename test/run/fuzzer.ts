import { once } from 'node:events'
import { request } from 'node:http'
import { OPERATIONS } from '#contract/operations/index.ts'

/** Values that break careless parsers, patterns and lookups, and some valid values. */
const VALUES = [
  'lumen',
  'gantry',
  'LUM',
  '4663',
  '10',
  '2026-11-01',
  'release',
  'c1.0',
  'c1.999999',
  'MEASURED',
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'null',
  '[]',
  '{}',
  '../../etc/passwd',
  "' or 1=1 --",
  '%',
  '%00',
  '\u0000',
  '\u202e',
  '\ud800',
  '\u3164',
  'é'.repeat(100),
  'a'.repeat(8_000),
  '9'.repeat(400),
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'ship:',
  'ship:0',
  `0x${'0'.repeat(40)}`,
  `${'.*'.repeat(50)}a`,
]
const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']

/** A sent request, with the status and text of its answer. */
export type Fuzzed = { readonly asked: string; readonly status: number; readonly text: string }

/** Makes requests of every operation, with its parameters and odd values. The same seed makes the same requests. */
export function openFuzzer(seed: number): () => { readonly method: string; readonly path: string } {
  const operations = Object.values(OPERATIONS)
  let state = seed
  // A linear congruential generator is random enough to choose values.
  const choose = <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)] as T
  }
  const value = () => encodeURIComponent(choose(VALUES).toWellFormed())
  return () => {
    const operation = choose(operations)
    const path = operation.path.replaceAll(/\{\w+\}/g, value)
    const names = ['n', ...Object.keys(operation.input.query)]
    const query = Array.from({ length: choose([0, 1, 1, 2, 3]) }, () => `${choose(names)}=${value()}`)
    return { method: choose(METHODS), path: query.length === 0 ? path : `${path}?${query.join('&')}` }
  }
}

/** Sends a request on a connection of its own. */
export async function sendFuzzed(
  asked: { readonly method: string; readonly path: string },
  to: { readonly port: number; readonly from: string },
): Promise<Fuzzed> {
  const { port, from: localAddress } = to
  const sent = request({ host: '127.0.0.1', port, localAddress, agent: false, ...asked }).end()
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { asked: `${asked.method} ${asked.path}`, status: response.statusCode, text }
}
