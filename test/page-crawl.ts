import { getAccounts, getAnchors, getLoaded, getShownFields, getUnaccounted, isPage } from './unaccounted.ts'

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}
type Crawl = {
  readonly start: readonly string[]
  readonly baseUrl: string
  readonly ask: (address: string) => Promise<Answer>
  /** Words that are figures without a digit, such as the labels of states. */
  readonly words: readonly string[]
  readonly rules: ReadonlySet<string>
  readonly reasons: ReadonlySet<string>
  /** Follows the links of its pages; otherwise asks each start, and each of their links once. */
  readonly isWhole: boolean
}
export type Crawled = {
  /** Every fault with the page that has it. */
  readonly faults: readonly string[]
  readonly pages: number
  readonly links: number
  /** Figures that were compared with the JSON of the same page. */
  readonly compared: number
}

/** Receipts, contracts and pages of a list by cursor are thousands: so many of each kind are followed. */
const MANY_OF_A_KIND = 25

/**
 * Reads every page that links lead to. Each figure must say what it rests on and equal the JSON that its page names,
 * each link of ours must lead somewhere, and nothing may come from another host.
 */
export async function crawlPages(crawl: Crawl): Promise<Crawled> {
  const faults: string[] = []
  const seen = new Set(crawl.start)
  const waiting = crawl.start.map((address) => ({ address, by: 'the start', follows: true }))
  const anchors = new Map<string, ReadonlySet<string>>()
  const isFew = openCount()
  const fragments: { readonly address: string; readonly name: string; readonly by: string }[] = []
  let [pages, compared] = [0, 0]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { address, by, follows } = next
    const answer = await crawl.ask(address)
    if (![200, 308].includes(answer.status)) faults.push(`${address}: ${answer.status}, linked by ${by}`)
    if (!isPage(answer)) continue
    pages += 1
    const { ids, links } = getAnchors(answer.text)
    anchors.set(address, ids)
    const checked = await faultsOf({ address, text: answer.text }, crawl)
    faults.push(...checked.faults.map((fault) => `${address}: ${fault}`))
    compared += checked.compared
    const ours = links.flatMap((link) => pathOf(link, crawl.baseUrl, address))
    for (const { path, name } of ours) if (name !== '') fragments.push({ address: path, name, by: address })
    if (!follows) continue
    for (const { path } of ours) {
      if (seen.has(path) || isCombined(path) || !isFew(path)) continue
      seen.add(path)
      waiting.push({ address: path, by: address, follows: crawl.isWhole })
    }
  }
  const lost = fragments.filter(({ address, name }) => anchors.get(address)?.has(name) === false)
  faults.push(...new Set(lost.map(({ address, name, by }) => `${by}: no part ${name} on ${address}`)))
  return { faults, pages, links: seen.size, compared }
}

/** The path of a link of ours with the part it names; nothing for another host. */
function pathOf(link: string, baseUrl: string, page: string): readonly { path: string; name: string }[] {
  if (!URL.canParse(link, `${baseUrl}${page}`)) return [{ path: link, name: '' }]
  const { origin, pathname, search, hash } = new URL(link, `${baseUrl}${page}`)
  const isOurs = origin === new URL(baseUrl).origin
  return isOurs ? [{ path: `${pathname}${search}`, name: decodeURIComponent(hash.slice(1)) }] : []
}

/** Several filters of a list at once: their combinations are endless, so each is followed alone. */
function isCombined(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://own.invalid')
  return !pathname.startsWith('/api/') && searchParams.size > 1
}

/** Whether few addresses of the same kind came before; always, for an address of a kind that is not among thousands. */
function openCount(): (path: string) => boolean {
  const counts = new Map<string, number>()
  return (path) => {
    const kind = MANY.exec(path)?.[0]
    if (kind === undefined) return true
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= MANY_OF_A_KIND
  }
}

/** The kind of a receipt with its prefix, a contract, a token, or a list by one of its parameters. */
const MANY = /^\/(?:api\/)?(?:evidence\/[a-z]+|contracts\/|token\/|changes\?\w+|compare\?\w+)/

type Page = { readonly address: string; readonly text: string }

async function faultsOf(page: Page, crawl: Crawl) {
  const accounts = getAccounts(page.text)
  const odd = accounts.filter(
    ({ kind, value }) =>
      (kind === 'data-rule' && !crawl.rules.has(value)) ||
      (kind === 'data-unknown' && !crawl.reasons.has(value)),
  )
  const loaded = getLoaded(page.text).filter((one) => !one.startsWith('/assets/'))
  const { faults, compared } = await differingFrom(page, crawl)
  const isProse = /^\/(developers|methodology)\b/.test(page.address)
  return {
    compared,
    faults: [
      ...(isProse ? [] : getUnaccounted(page.text, crawl.words)).map((one) => `unaccounted: ${one}`),
      ...new Set(odd.map(({ kind, value }) => `no such ${kind}: ${value}`)),
      ...loaded.map((one) => `loads ${one}`),
      ...faults,
    ],
  }
}

/** The answers of the API by the name that fields give them. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  dossier: /^\/api\/projects\/[^/?]+$/,
  snapshot: /^\/api\/projects\/[^/?]+\/snapshot$/,
  projects: /^\/api\/projects(\?|$)/,
  radar: /^\/api\/builders(\?|$)/,
}

/** Figures of a page that differ from the JSON that it names as its own. */
async function differingFrom({ address, text }: Page, crawl: Crawl) {
  const faults: string[] = []
  const shown = getShownFields(text)
  const bodies = new Map<string, Record<string, unknown> | undefined>()
  const named = getAnchors(text).json
  for (const [field, value] of shown) {
    const [name = '', path = ''] = field.split(':')
    if (!bodies.has(name)) {
      const pattern = ANSWERS[name]
      const json = named.find((one) => (pattern === undefined ? true : pattern.test(one)))
      const answer = json === undefined ? undefined : await crawl.ask(json)
      bodies.set(
        name,
        answer === undefined ? undefined : (JSON.parse(answer.text) as Record<string, unknown>),
      )
    }
    const body = bodies.get(name)
    if (body === undefined) faults.push(`${field}: ${address} names no JSON that has it`)
    else {
      const told = valueAt(body, path)
      if (String(told) !== value) faults.push(`${field} shows ${value}, its JSON has ${String(told)}`)
    }
  }
  return { faults, compared: shown.size }
}

function valueAt(body: Readonly<Record<string, unknown>>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], body)
}
