import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Instant } from '#contract/time.ts'
import type { Site } from '../../links.ts'
import { agentAnswer } from '../answer.ts'
import { shipClaim } from '../claims/ships.ts'
import { citedName, type Named, projectLinks, subjectOf } from '../subject.ts'
import { quoteWords } from '../words.ts'

type ShipsInput = {
  readonly named: Named | undefined
  readonly contract: ContractAddress | undefined
  readonly query: AgentAnswer['query']
  /** The question that the page answers. */
  readonly filters: Pick<Input<'ships'>, 'kind' | 'since'> & { readonly until: Instant }
  readonly page: Output<'ships'>
}

/** The ships that count: how many, the first of them, and where the others are. */
export function shipsAnswer({ named, contract, query, filters, page }: ShipsInput, site: Site): AgentAnswer {
  const { items, total = items.length, nextOffset } = page
  const filter = [
    ...(named === undefined ? [] : [`project=${named.slug}`]),
    ...(filters.kind === undefined ? [] : [`kind=${filters.kind}`]),
    ...(filters.since === undefined ? [] : [`since=${filters.since}`, `until=${filters.until}`]),
    'counted=only',
  ].join('&')
  const at = `${site.baseUrl}/api/ships?${filter}`
  return agentAnswer(
    {
      capability: 'ships',
      query,
      ...(named === undefined ? {} : { subject: subjectOf(named, contract, site) }),
      answer: sentenceOf({
        named,
        filters,
        total,
        isWhole: page.total !== undefined || nextOffset === null,
      }),
      claims: items.map(shipClaim),
      unknowns: total > 0 ? [] : [NONE_COUNTED],
      links: [
        { name: 'Ships', url: at },
        ...(named === undefined ? [] : projectLinks(named.slug, ['Coverage', 'Timeline'], site)),
      ],
      about: named === undefined ? `all projects of chain ${CHAIN_ID}` : citedName(named, site),
      restsOn: 'records',
      data: page.total === undefined ? {} : { total },
      isCut: nextOffset !== null,
      more: `GET ${at}&offset=${items.length} lists the next ones.`,
    },
    site,
  )
}

/** A silent source and a source that was not read look the same in a list. */
const NONE_COUNTED = {
  category: 'building',
  statement: 'What no source showed is not known.',
  doNotConclude: 'Do not conclude that nothing was shipped: only that no ship that counts is recorded.',
  reason: 'NO_SOURCE',
} as const

function sentenceOf(said: {
  readonly named: Named | undefined
  readonly filters: ShipsInput['filters']
  readonly total: number
  readonly isWhole: boolean
}): string {
  const { named, filters, total, isWhole } = said
  const whose = named === undefined ? 'All projects together' : quoteWords(named.name).text
  const kind = filters.kind === undefined ? '' : ` of the kind ${filters.kind}`
  const span = filters.since === undefined ? '' : ` from ${filters.since} to ${filters.until}`
  const number = isWhole ? `${total}` : `more than ${total}`
  return `${whose} shipped ${number} ships that count${kind}${span}. Code weeks come after the others; ships that do not count are left out.`
}
