import { ActivityStatus, ProjectKind } from '#contract/enums.ts'
import { CardFact, ProjectSort } from '#contract/shapes/project-card.ts'
import type { readListedNames } from '#reads/listed-names.ts'
import { FACT_WORDS, type ListQuery, SORT_WORDS, statusFilterWords } from '#views/lists/projects.ts'
import { type FilterLink, filters } from '../components/filters.ts'
import { otherName } from '../components/other-name.ts'
import { type Html, html } from '../markup.ts'
import { addressWithout, keptBy, LIST_PATH, listAddress } from './list-address.ts'

/** The query of the list, and the names that other queries can filter by. */
type ChosenList = { readonly query: ListQuery; readonly names: Awaited<ReturnType<typeof readListedNames>> }

/** The orders of the list as links. Orders by a market figure stand apart, as context. */
export function sortsOf({ query }: Pick<ChosenList, 'query'>): Html {
  const linksOf = (isMarket: boolean) =>
    ProjectSort.enum
      .filter((sort) => SORT_WORDS[sort].isMarket === isMarket)
      .map((sort): FilterLink => choiceOf(query, 'sort', sort, SORT_WORDS[sort].words))
  return html`<h2>Order</h2>${filters({ title: 'By records', links: linksOf(false) })}
${filters({ title: 'By market, as context', links: linksOf(true), quiet: true })}`
}

/** Every filter as links. */
export function filtersOf(list: ChosenList): Html {
  const { query } = list
  const facts = CardFact.enum.map((fact) => ({
    ...factLink(query, fact),
    isMarket: FACT_WORDS[fact].isMarket,
  }))
  return html`<h2>Filters</h2>
${filters({ title: 'Status', all: allOf(query, 'status'), links: ActivityStatus.enum.map((one) => choiceOf(query, 'status', one, statusFilterWords(one))) })}
${filters({ title: 'Kind', all: allOf(query, 'kind'), links: ProjectKind.enum.map((one) => choiceOf(query, 'kind', one, one)) })}
${namesOf(list, 'narrative')}
${namesOf(list, 'launchpad')}
${filters({ title: 'Has', all: allOf(query, 'has', 'any'), links: facts.filter(({ isMarket }) => !isMarket) })}
${filters({ title: 'Has a market figure, as context', links: facts.filter(({ isMarket }) => isMarket), quiet: true })}`
}

const NAMES = {
  narrative: { title: 'Narrative', stored: 'narratives', maxLength: 80 },
  launchpad: { title: 'Launchpad', stored: 'launchpads', maxLength: 60 },
} as const

/** A filter whose values are names in the records of projects. */
function namesOf({ query, names: stored }: ChosenList, parameter: keyof typeof NAMES): Html | undefined {
  const { title, stored: field, maxLength } = NAMES[parameter]
  const { names, more } = stored[field]
  const shown = withChosen(names, query[parameter])
  return filters({
    title,
    all: allOf(query, parameter),
    links: shown.map((one) => choiceOf(query, parameter, one, one)),
    after: otherName({ parameter, more, action: LIST_PATH, maxLength, kept: keptBy(query, parameter) }),
  })
}

function withChosen(names: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
}

type Single = 'sort' | 'status' | 'kind' | 'narrative' | 'launchpad'

function choiceOf(query: ListQuery, parameter: Single, value: string, words: string): FilterLink {
  const isOn = query[parameter] === value
  return { words, isOn, href: listAddress({ ...query, [parameter]: isOn ? undefined : value }) }
}

/** The list without one of its filters. */
function allOf(query: ListQuery, parameter: Single | 'has', words = 'all'): FilterLink {
  return { words, isOn: query[parameter] === undefined, href: addressWithout(query, parameter) }
}

function factLink(query: ListQuery, fact: CardFact): FilterLink {
  const { has = [] } = query
  const isOn = has.includes(fact)
  const next = isOn ? has.filter((one) => one !== fact) : [...has, fact]
  return { words: FACT_WORDS[fact].words, isOn, href: listAddress({ ...query, has: next }) }
}
