import type { Operation } from '#contract/operation.ts'
import { REGISTRY } from '#surfaces/handlers.ts'
import { openRoutes, type Path } from '#surfaces/http/routes.ts'
import { openAddress } from '#views/site/api-index.ts'

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}
/** An address that an answer named, the address of this answer, the described path, and the status. */
export type Named = {
  readonly address: string
  readonly by: string
  readonly path: Path | undefined
  readonly status: number
}
type Crawl = {
  readonly start: readonly string[]
  readonly baseUrl: string
  /** Values for parameters that addresses leave open. */
  readonly known: Readonly<Record<string, string>>
  readonly ask: (address: string) => Promise<Answer>
}

/** There are thousands of records. Of the records that one answer names, this many of each kind are asked. */
const RECORDS_OF_A_KIND = 3
const RECORDS = ['/api/evidence/{id}', '/api/contracts/{chainId}/{address}']
const find = openRoutes(REGISTRY.operations, 200)

/**
 * Asks every address of the service that an answer names, each once, then the addresses in its answer. An address with
 * an open parameter is asked with a known value.
 */
export async function crawl({ start, baseUrl, known, ask }: Crawl): Promise<readonly Named[]> {
  const named: Named[] = []
  const seen = new Set(start)
  const waiting = start.map((address) => ({ address, by: 'the start' }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { address } = next
    const answer = await ask(address)
    const path = pathOf(address)
    named.push({ ...next, path, status: answer.status })
    const found = addressesIn(answer, baseUrl).map((one) => complete(one, known))
    for (const one of fewOfEachKind(found)) {
      if (seen.has(one)) continue
      seen.add(one)
      waiting.push({ address: one, by: address })
    }
  }
  return named
}

/**
 * The statuses that a GET without a key may have by the description: 405 for a path without GET, 401 for an operation
 * with a key.
 */
export function statusesOf({ operations }: Path): readonly number[] {
  const read = operations.get('GET')
  if (read === undefined) return [405]
  return read.caller === 'account' ? [401] : [200, 308]
}

function pathOf(address: string): Path | undefined {
  const found = find(address)
  return found.kind === 'path' ? found.path : undefined
}

/**
 * The addresses in an answer: whole addresses of the service, and paths that are the name of a field or are written as
 * a request (`GET /api`). Such a path leaves required parameters open.
 */
function addressesIn({ headers, text }: Answer, baseUrl: string): readonly string[] {
  const plain = text.replaceAll('&amp;', '&')
  const whole = plain.split(baseUrl).slice(1)
  const alone = plain.matchAll(/"(\/[^\s"]+)":|`GET (\/[^`]+)`/g)
  const link = /<([^>]+)>/.exec(String(headers['link']))?.[1]
  const found = [
    ...whole.map((rest) => /^\/[^\s"'<>`)\]\\]*/.exec(rest)?.[0]),
    ...[...alone].map(([, field, asked]) => open(field ?? asked ?? '')),
    ...[headers['location'], link].map((one) => (one === undefined ? one : String(one))),
  ]
  return found.flatMap((one) => (one === undefined ? [] : [one.replace(/[.,;]$/, '').replace(/#.*/, '')]))
}

function open(path: string): string {
  const operation = pathOf(path)?.operations.get('GET')
  return operation === undefined || path.includes('?') ? path : openAddress(operation)
}

/** The address, with known values for open parameters. */
function complete(address: string, known: Crawl['known']): string {
  const operation = pathOf(address)?.operations.get('GET')
  return operation !== undefined && address.includes('{') ? exampleAddress(operation, known) : address
}

/** The address of an operation with the input of its first example. Known values replace values of the example. */
function exampleAddress({ path, examples }: Operation, known: Crawl['known']): string {
  const given = { ...examples[0]?.input }
  for (const name of Object.keys(given)) given[name] = known[name] ?? given[name] ?? ''
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = known[name] ?? given[name] ?? ''
    delete given[name]
    return encodeURIComponent(value)
  })
  const query = String(new URLSearchParams(given))
  return query === '' ? filled : `${filled}?${query}`
}

function fewOfEachKind(addresses: readonly string[]): readonly string[] {
  const kinds = Map.groupBy(new Set(addresses), kindOf)
  return [...kinds].flatMap(([kind, of]) => (kind === undefined ? of : of.slice(0, RECORDS_OF_A_KIND)))
}

/** The kind of record at an address; undefined for an address whose kind has few. */
function kindOf(address: string): string | undefined {
  const template = pathOf(address)?.template
  if (template === undefined || !RECORDS.includes(template)) return undefined
  return `${template} ${/^[^:%]+/.exec(address.slice(address.lastIndexOf('/') + 1))?.[0]}`
}
