import { DAY, HOUR, isoOf } from '../../clock.ts'
import { digestOf } from '../../random.ts'
import { type Answer, json, type ProviderRequest } from '../server.ts'
import type { Hit } from './hit.ts'
import { fresh } from './http.ts'

type Row = Readonly<Record<string, unknown>>

const shortPart = 5
const madeReleases = 1700
const madeParts = 40
const transactionsPerPart = 50
const madeBlock = 900_000_000

/** The provider's answer with one more item in its list, in an unknown form. */
export async function unreadableItem(hit: Hit): Promise<Answer> {
  const answer = await fresh(hit)
  if (answer.status !== 200) return answer
  const value = jsonOf(answer)
  if (Array.isArray(value)) return withValue(answer, [...value, { odd: true }])
  const data = isRow(value) ? value['data'] : undefined
  return Array.isArray(data)
    ? withValue(answer, { ...(value as Row), data: [...data, { odd: true }] })
    : answer
}

/** The provider's answer with the same instants, written with an offset of two hours (`+02:00`). */
export async function withOffsets(hit: Hit): Promise<Answer> {
  const answer = await fresh(hit)
  const dates = /"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d+)?Z"/g
  const body = answer.body.toString().replaceAll(dates, (_, date: string) => {
    const east = isoOf(Date.parse(`${date}Z`) + 2 * HOUR)
    return `"${east.slice(0, 19)}+02:00"`
  })
  return { ...answer, body }
}

/** The first of several small parts, with links to the next part that a proxy has changed or broken. */
export async function rewrittenLinks(hit: Hit, how: 'foreign' | 'broken'): Promise<Answer> {
  const size = hit.request.query.get('per_page')
  if (size === null) return hit.answer(hit.request)
  const query = new URLSearchParams(hit.request.query)
  query.set('per_page', String(shortPart))
  const answer = await fresh({ request: { ...hit.request, query }, answer: hit.answer })
  const { link } = answer.headers
  if (link === undefined) return answer
  const foreign = link
    .replaceAll(hit.request.origin, 'https://api.elsewhere.example')
    .replaceAll(`per_page=${shortPart}`, `per_page=${size}`)
  return { ...answer, headers: { ...answer.headers, link: how === 'foreign' ? foreign : 'rel=next' } }
}

/** A listing that takes many requests: the releases of GitHub, or the transactions of the explorer. */
export function longListing(hit: Hit): Promise<Answer> {
  if (/\/releases$/.test(hit.request.path)) return manyReleases(hit)
  if (/\/transactions$/.test(hit.request.path)) return manyTransactions(hit)
  return hit.answer(hit.request)
}

async function manyReleases({ request, now, answer }: Hit): Promise<Answer> {
  const first = new URLSearchParams({ per_page: '100', page: '1' })
  const given = await fresh({ request: { ...request, query: first }, answer })
  const own = jsonOf(given)
  if (given.status !== 200 || !Array.isArray(own)) return given
  const oldest = Math.min(now - DAY, ...own.map((row: Row) => Date.parse(String(row['published_at']))))
  const made = Array.from({ length: madeReleases }, (_, index) =>
    releaseAt(oldest - (index + 1) * HOUR, index),
  )
  return partOf([...own, ...made], { request, given })
}

function releaseAt(at: number, index: number): Row {
  const tag = `v0.0.${madeReleases - index}`
  return {
    id: 900_000_000 + madeReleases - index,
    tag_name: tag,
    name: tag,
    body: '',
    draft: false,
    prerelease: false,
    created_at: isoOf(at),
    published_at: isoOf(at),
    assets: [],
    html_url: `https://github.example/made/releases/tag/${tag}`,
  }
}

function partOf(
  rows: readonly unknown[],
  { request, given }: { request: ProviderRequest; given: Answer },
): Answer {
  const size = Number(request.query.get('per_page') ?? 30)
  const number = Number(request.query.get('page') ?? 1)
  const query = new URLSearchParams(request.query)
  query.set('page', String(number + 1))
  const next = `<${request.origin}${request.path}?${query}>; rel="next"`
  const { link: _link, ...headers } = given.headers
  const isLast = number * size >= rows.length
  return {
    ...withValue(given, rows.slice((number - 1) * size, number * size)),
    headers: isLast ? headers : { ...headers, link: next },
  }
}

/**
 * Parts of invented transactions before the provider's own transactions. They are newer than any block, so every
 * reading has to pass them. They have failed, so they are not calls and leave no records.
 */
async function manyTransactions({ request, answer }: Hit): Promise<Answer> {
  const part = Number(request.query.get('fault_part') ?? 1)
  if (request.query.has('block_number') && !request.query.has('fault_part')) return answer(request)
  if (part === madeParts) {
    const {
      fault_part: _part,
      block_number: _block,
      index: _index,
      ...own
    } = Object.fromEntries(request.query)
    return fresh({ request: { ...request, query: new URLSearchParams(own) }, answer })
  }
  const items = Array.from({ length: transactionsPerPart }, (_, index) => ({
    hash: `0x${digestOf('made', part, index)}`,
    block_number: madeBlock - part,
    position: index,
    timestamp: '2036-01-01T00:00:00.000000Z',
    status: 'error',
    result: 'execution reverted',
    raw_input: '0x',
    to: null,
  }))
  const next = { block_number: madeBlock - part, index: 0, fault_part: part + 1 }
  return json(200, { items, next_page_params: next })
}

function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.body.toString() || 'null')
}

function withValue(answer: Answer, value: unknown): Answer {
  return { ...answer, body: JSON.stringify(value) }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
