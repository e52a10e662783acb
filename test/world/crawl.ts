import type { Operation } from '#contract/operation.ts'
import { REGISTRY } from '#surfaces/handlers.ts'
import { openRoutes, type Path } from '#surfaces/http/routes.ts'
import { openAddress } from '#views/site/api-index.ts'

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}
/** An address that an answer named: where it was named, its operation, and how it answered. */
export type Named = {
  readonly address: string
  readonly by: string
  readonly path: Path | undefined
  readonly status: number
}
type Crawl = {
  readonly start: readonly string[]
  readonly baseUrl: string
  /** Values of parameters, for addresses that leave them open. */
  readonly known: Readonly<Record<string, string>>
  readonly ask: (address: string) => Promise<Answer>
}

/** Records are thousands: of each kind of them, so many are asked of those that one answer names. */
const RECORDS_OF_A_KIND = 3
const RECORDS = ['/api/evidence/{id}', '/api/contracts/{chainId}/{address}']
const find = openRoutes(REGISTRY.operations, 200)

/**
 * Asks every address of the service that an answer names, each once, and goes on with those that its answer names. An
 * address with an open parameter is asked with a known value.
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

/** The statuses that the description gives a GET without a key: 405 without such a method, 401 where it needs a key. */
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
 * Whole addresses of the service anywhere in an answer; and paths alone, where they are the name of a field or are
 * written as a request: `GET /api`. Such a path leaves open what must be given.
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

/** The address with known values in place of what it leaves open. */
function complete(address: string, known: Crawl['known']): string {
  const operation = pathOf(address)?.operations.get('GET')
  return operation !== undefined && address.includes('{') ? exampleAddress(operation, known) : address
}

/** The address of an operation with the input of its first example, in which known values take the place of others. */
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

/** What kind of record an address is of; undefined for one that is not among thousands. */
function kindOf(address: string): string | undefined {
  const template = pathOf(address)?.template
  if (template === undefined || !RECORDS.includes(template)) return undefined
  return `${template} ${/^[^:%]+/.exec(address.slice(address.lastIndexOf('/') + 1))?.[0]}`
}
