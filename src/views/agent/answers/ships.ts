import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Site } from '../../site/links.ts'
import { agentAnswer } from '../answer.ts'
import { shipClaim } from '../claims/ships.ts'
import { leftOutWords, type ShipsQuestion, shipsNumber } from '../ships-number.ts'
import { citedName, type Named, projectLinks, subjectOf } from '../subject.ts'

type ShipsInput = ShipsQuestion & {
  readonly named: Named | undefined
  readonly contract: ContractAddress | undefined
  readonly query: AgentAnswer['query']
}

/** The ships that count: their number, the first of them, and the address of the rest. */
export function shipsAnswer({ named, contract, query, ...question }: ShipsInput, site: Site): AgentAnswer {
  const { kind, since, until } = question.filters
  const { items, nextOffset } = question.list
  const filter = [
    ...(named === undefined ? [] : [`project=${named.slug}`]),
    ...(kind === undefined ? [] : [`kind=${kind}`]),
    ...(since === undefined ? [] : [`since=${since}`, `until=${until}`]),
    'counted=only',
  ].join('&')
  const at = `${site.baseUrl}/api/ships?${filter}`
  const { sentence, unknowns, total } = shipsNumber(question)
  return agentAnswer(
    {
      capability: 'ships',
      query,
      ...(named === undefined ? {} : { subject: subjectOf(named, contract, site) }),
      answer: [sentence, ...orderWords(question), leftOutWords(question.filters)].join(' '),
      claims: items.map(shipClaim),
      unknowns: [...unknowns],
      links: [
        { name: 'Ships', url: at },
        ...(named === undefined ? [] : projectLinks(named.slug, ['Coverage', 'Timeline'], site)),
      ],
      about: named === undefined ? `all projects of chain ${CHAIN_ID}` : citedName(named, site),
      // The evaluation of a project decides which of its ships count, so the answer has its time. All projects together
      // have no common evaluation, so the answer has the time of the list.
      ...known({ asOf: question.project === undefined ? until : question.project.scoredAt }),
      data: total === undefined ? {} : { total },
      isCut: nextOffset !== null,
      more: `GET ${at}&offset=${items.length} lists the next ones.`,
    },
    site,
  )
}

/** A note on the order of a list that continues, or that has both code weeks and other ships. */
function orderWords({ filters, list: { items, nextOffset } }: ShipsQuestion): readonly string[] {
  const weeks = items.filter(({ kind }) => kind === 'code_week').length
  const isMixed = nextOffset !== null || (weeks > 0 && weeks < items.length)
  return filters.kind === undefined && isMixed ? ['Code weeks come after the others.'] : []
}
