import { REGISTRY } from '#surfaces/handlers.ts'
import { openRoutes } from '#surfaces/http/routes.ts'
import { isPage, type PageParts, partsOf } from './unaccounted.ts'

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
}
export type Crawled = {
  /** Every fault with the page that has it. */
  readonly faults: readonly string[]
  readonly pages: number
  readonly links: number
  /** Figures that were compared with the JSON of the same page. */
  readonly compared: number
  /** How many addresses were linked and asked of each kind. */
  readonly kinds: ReadonlyMap<string, { readonly linked: number; readonly asked: number }>
}

/** An address, and the page that links it. */
type Waiting = { readonly address: string; readonly by: string }
/** The faults of an answer, with its parts where it is a page. */
type Checked = {
  readonly address: string
  readonly page?: PageParts
  readonly faults: readonly string[]
  readonly compared: number
}

/** The most addresses of one kind that are asked. Of kinds that match `WHOLE`, every address is asked. */
const OF_A_KIND = 25
/** The page of every project, rule, guide and report, and the first page of every list. */
const WHOLE = /^\/(?:projects\/\{slug\}|methodology.*|developers.*|reports.*|[a-z]*)$/
/** How many addresses are asked at once. */
const AT_ONCE = 8

const find = openRoutes(REGISTRY.operations, 300)

/**
 * Reads every page that links lead to, each address once. Each figure must name its source and equal the JSON that its
 * page names. Each link to this service must lead somewhere. Nothing may come from another host. There are thousands of
 * receipts, contracts, answers of the API and filtered lists, so only the first of each kind are asked.
 */
export async function crawlPages(crawl: Crawl): Promise<Crawled> {
  const faults: string[] = []
  const waiting: Waiting[] = crawl.start.map((address) => ({ address, by: 'the start' }))
  const kinds = new Map<string, { linked: number; asked: number }>()
  const seen = new Set(crawl.start)
  const ids = new Map<string, ReadonlySet<string>>()
  const fragments: { readonly address: string; readonly name: string; readonly by: string }[] = []
  const askOnce = openOnce(crawl.ask)
  let [pages, compared] = [0, 0]
  const follow = ({ address, page }: { readonly address: string; readonly page: PageParts }) => {
    for (const { path, name } of page.links.flatMap((link) => pathOf(link, crawl.baseUrl, address))) {
      if (name !== '') fragments.push({ address: path, name, by: address })
      if (seen.has(path)) continue
      seen.add(path)
      if (isFirstOfKind(path, kinds)) waiting.push({ address: path, by: address })
    }
  }
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_ONCE)
    const checked = await Promise.all(batch.map((one) => check(one, { ...crawl, ask: askOnce })))
    for (const { address, page, ...found } of checked) {
      faults.push(...found.faults.map((fault) => `${address}: ${fault}`))
      compared += found.compared
      if (page === undefined) continue
      pages += 1
      ids.set(address, page.ids)
      follow({ address, page })
    }
  }
  const lost = fragments.filter(({ address, name }) => ids.get(address)?.has(name) === false)
  faults.push(...new Set(lost.map(({ address, name, by }) => `${by}: no part ${name} on ${address}`)))
  return { faults, pages, links: seen.size, compared, kinds }
}

/** Asks an address, and checks its page. Without a page only its status is checked. */
async function check({ address, by }: Waiting, crawl: Crawl): Promise<Checked> {
  const answer = await crawl.ask(address)
  const refused = [200, 308].includes(answer.status) ? [] : [`${answer.status}, linked by ${by}`]
  if (!isPage(answer)) return { address, faults: refused, compared: 0 }
  const page = partsOf(answer.text, crawl.words)
  const { faults, compared } = await differingFrom({ address, page }, crawl)
  return { address, page, compared, faults: [...refused, ...faultsOf({ address, page }, crawl), ...faults] }
}

/**
 * Asks each JSON answer once and keeps it, because pages that show its figures need it again. Pages are too large to
 * keep. A caller may have one streamed export at a time, so exports are asked one after another.
 */
function openOnce(ask: Crawl['ask']): Crawl['ask'] {
  const asked = new Map<string, Promise<Answer>>()
  let exported: Promise<unknown> = Promise.resolve()
  const askInTurn = (address: string) => {
    const answer = exported.then(() => ask(address))
    exported = answer
    return answer
  }
  return (address) => {
    if (!address.startsWith('/api/')) return ask(address)
    const answer = asked.get(address) ?? (STREAMED.test(address) ? askInTurn(address) : ask(address))
    asked.set(address, answer)
    return answer
  }
}

const STREAMED = /^\/api\/export\/(projects|ships|builders)(\?|$)/

/** The path of a link to this service, and the fragment that it names. Empty for another host. */
function pathOf(link: string, baseUrl: string, page: string): readonly { path: string; name: string }[] {
  if (!URL.canParse(link, `${baseUrl}${page}`)) return [{ path: link, name: '' }]
  const { origin, pathname, search, hash } = new URL(link, `${baseUrl}${page}`)
  const isOurs = origin === new URL(baseUrl).origin
  return isOurs ? [{ path: `${pathname}${search}`, name: decodeURIComponent(hash.slice(1)) }] : []
}

/** Counts an address of its kind. Returns whether the address is to be asked. */
function isFirstOfKind(path: string, kinds: Map<string, { linked: number; asked: number }>): boolean {
  const kind = kindOf(path)
  const { linked, asked } = kinds.get(kind) ?? { linked: 0, asked: 0 }
  const isAsked = asked < OF_A_KIND || WHOLE.test(kind)
  kinds.set(kind, { linked: linked + 1, asked: isAsked ? asked + 1 : asked })
  return isAsked
}

/**
 * The template of a path with the names of its parameters. The kind of a receipt also has the prefix of its id, and the
 * kind of an explanation has the fact. All combinations of a list's filters are one kind, because they are endless.
 */
export function kindOf(path: string): string {
  const found = find(path)
  const { pathname, searchParams } = new URL(path, 'http://own.invalid')
  const template = found.kind === 'path' ? found.path.template : pathname
  const prefix = /\/evidence\/([a-z]+)/.exec(pathname)?.[1]
  const names = [...new Set(searchParams.keys())].toSorted()
  if (names.length > 1 && !pathname.startsWith('/api/')) return `${template} combined`
  const words = names.map((name) => (name === 'fact' ? `fact=${searchParams.get(name)}` : name))
  return [template, ...(prefix === undefined ? [] : [prefix]), ...words].join(' ')
}

type Read = { readonly address: string; readonly page: PageParts }

function faultsOf({ address, page }: Read, crawl: Crawl): readonly string[] {
  const odd = page.accounts.filter(
    ({ kind, value }) =>
      (kind === 'data-rule' && !crawl.rules.has(value)) ||
      (kind === 'data-unknown' && !crawl.reasons.has(value)),
  )
  const loaded = page.loaded.filter((one) => !one.startsWith('/assets/'))
  const isProse = /^\/(developers|methodology)\b/.test(address)
  return [
    ...(isProse ? [] : page.unaccounted).map((one) => `unaccounted: ${one}`),
    ...new Set(odd.map(({ kind, value }) => `no such ${kind}: ${value}`)),
    ...loaded.map((one) => `loads ${one}`),
  ]
}

/** The API answers that fields of a page name, by their name in the field. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  dossier: /^\/api\/projects\/[^/?]+$/,
  snapshot: /^\/api\/projects\/[^/?]+\/snapshot$/,
  projects: /^\/api\/projects(\?|$)/,
  radar: /^\/api\/builders(\?|$)/,
  scan: /^\/api\/v1\/scan\?/,
}

/** The figures of a page that differ from the JSON that the page names. */
async function differingFrom({ address, page }: Read, crawl: Crawl) {
  const faults: string[] = []
  const bodies = new Map<string, Record<string, unknown> | undefined>()
  for (const [field, value] of page.fields) {
    const [name = '', path = ''] = field.split(':')
    if (!bodies.has(name)) bodies.set(name, await bodyOf(name, page, crawl))
    const body = bodies.get(name)
    const told = body === undefined ? undefined : valueAt(body, path)
    if (body === undefined) faults.push(`${field}: ${address} names no JSON that has it`)
    else if (String(told) !== value) faults.push(`${field} shows ${value}, its JSON has ${String(told)}`)
  }
  return { faults, compared: page.fields.size }
}

async function bodyOf(name: string, { json }: PageParts, { ask }: Crawl) {
  const address = json.find((one) => ANSWERS[name]?.test(one) ?? true)
  return address === undefined
    ? undefined
    : (JSON.parse((await ask(address)).text) as Record<string, unknown>)
}

function valueAt(body: Readonly<Record<string, unknown>>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], body)
}
