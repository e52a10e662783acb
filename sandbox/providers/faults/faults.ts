import { Refusal } from '../../actions/refusal.ts'
import { type Answer, type Outgoing, type ProviderRequest, text } from '../server.ts'
import { garbage } from './garbage.ts'
import { defaultBlocks, type FaultOrder, type Hit } from './hit.ts'
import { challenge, challengeAsPage, cutShort, limits, notFound, plain, slow } from './http.ts'
import { type FaultKind, faultKinds, type ProviderName } from './kinds.ts'
import { longListing, rewrittenLinks, unreadableItem, withOffsets } from './listings.ts'
import { isPruned, nodeLimit, pruned, rangeRefusal, widestRange } from './rpc.ts'
import { stale } from './stale.ts'

type Effect = (hit: Hit) => Outgoing | Promise<Outgoing>
type Standing = FaultOrder & { readonly until: number | undefined; left: number | undefined }

const activeLimit = 1000

const effects: Readonly<Record<FaultKind, Effect>> = {
  not_found_page: notFound.page,
  not_found_text: notFound.text,
  not_found_json: notFound.json,
  not_found: notFound.own,
  server_error: plain.serverError,
  reset: () => 'destroy',
  slow,
  stale,
  truncated: cutShort,
  empty_body: plain.emptyBody,
  error_in_200: plain.errorIn200,
  wrong_type: plain.wrongType,
  empty: plain.emptyList,
  unreadable_item: unreadableItem,
  offset_dates: withOffsets,
  foreign_links: (hit) => rewrittenLinks(hit, 'foreign'),
  broken_links: (hit) => rewrittenLinks(hit, 'broken'),
  long_listing: longListing,
  forbidden_limit: limits.primary,
  secondary_limit: limits.secondary,
  too_many: limits.tooMany,
  too_many_without_pause: limits.withoutPause,
  limit_in_ms: limits.inMilliseconds,
  challenge: () => challenge(403),
  challenge_as_limit: () => challenge(429),
  challenge_as_page: challengeAsPage,
  refuse_agent: () => challenge(403),
  node_limit: nodeLimit,
  range_limit: (hit) => rangeRefusal(hit, 'unnamed'),
  named_range: (hit) => rangeRefusal(hit, 'named'),
  pruned,
  deep: garbage.deep,
  wide: garbage.wide,
  other_types: garbage.otherTypes,
  prototype_names: garbage.prototypeNames,
  huge_values: garbage.hugeValues,
  nul_bytes: garbage.nulBytes,
  invalid_utf8: garbage.invalidUtf8,
  lists_for_objects: garbage.listsForObjects,
  html: garbage.html,
  bomb: garbage.bomb,
  endless: garbage.endless,
  redirect_loop: garbage.redirectLoop,
  drip: garbage.drip,
  replaced: ({ fault }) => fault.replacement ?? text(200, 'application/json', ''),
}

/** The active faults. They are kept in memory only, so a new start has none. */
export class Faults {
  readonly #now: () => number
  #active: Standing[] = []
  #turn = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds all faults, or none. @throws Error for too many faults, Refusal for a fault that the provider cannot have */
  add(...orders: readonly FaultOrder[]): void {
    if (this.#active.length + orders.length > activeLimit)
      throw new Error(`More than ${activeLimit} faults are active`)
    for (const order of orders)
      if (!faultKinds[order.kind].providers.includes(order.provider)) throw unfitting(order)
    for (const order of orders) {
      const until = order.forMs === undefined ? undefined : this.#now() + order.forMs
      this.#active.push({ ...order, until, left: order.times })
    }
  }

  clear(provider?: ProviderName): void {
    this.#active = this.#active.filter((fault) => provider !== undefined && fault.provider !== provider)
  }

  get standing(): readonly FaultOrder[] {
    this.#expire()
    return this.#active.map(({ until: _until, left: _left, ...order }) => order)
  }

  /** The provider's answer, or the answer of the first active fault that hits the request. */
  async through(
    provider: ProviderName,
    request: ProviderRequest,
    answer: (request: ProviderRequest) => Promise<Answer>,
  ): Promise<Outgoing> {
    const fault = this.#take(provider, request)
    if (!fault) return answer(request)
    this.#turn += 1
    return effects[fault.kind]({ fault, request, now: this.#now(), turn: this.#turn, answer })
  }

  #take(provider: ProviderName, request: ProviderRequest): Standing | undefined {
    this.#expire()
    const fault = this.#active.find((entry) => entry.provider === provider && hits(entry, request))
    if (fault?.left !== undefined) fault.left -= 1
    return fault
  }

  #expire(): void {
    const now = this.#now()
    this.#active = this.#active.filter((fault) => (fault.until ?? now + 1) > now && fault.left !== 0)
  }
}

function unfitting({ provider, kind }: FaultOrder): Refusal {
  const fitting = Object.entries(faultKinds).flatMap(([name, { providers }]) =>
    providers.includes(provider) ? [name] : [],
  )
  return new Refusal('invalid_input', `${provider} has no fault ${kind}; it has ${fitting.join(', ')}`)
}

function hits(fault: Standing, request: ProviderRequest): boolean {
  if (fault.match !== undefined && !textOf(request).includes(fault.match)) return false
  const { maxBlocks = defaultBlocks } = fault
  switch (fault.kind) {
    case 'refuse_agent':
      return !(request.headers['user-agent'] ?? '').startsWith('Mozilla/5.0')
    case 'range_limit':
    case 'named_range':
      return widestRange(request) > maxBlocks
    case 'pruned':
      return isPruned(request)
    default:
      return true
  }
}

function textOf(request: ProviderRequest): string {
  return `${request.headers['host'] ?? ''}${request.path}?${request.query} ${request.body.toString('utf8')}`
}
