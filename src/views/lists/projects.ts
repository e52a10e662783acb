import type { ActivityStatus } from '#contract/enums.ts'
import type { Input } from '#contract/operations/index.ts'
import type {
  CardFact,
  ProjectCard,
  ProjectList,
  ProjectSort,
  ProjectTab,
} from '#contract/shapes/project-card.ts'
import { activityLabel } from '#domain/project/evidence-words.ts'
import { listWords, listWordsFirst, numberWords } from '../words/figures.ts'
import { ruleInForce } from '../words/rules.ts'

/** The parameters that choose and order a list of projects. */
export type ListQuery = Omit<Input<'projects'>, 'limit' | 'offset' | 'claims' | 'ignoredParameters'>

type TabWords = { readonly words: string; readonly says: string; readonly rule: string }

/** Each predefined list: its name, its condition, and the rule that decides who is in it. */
export const TAB_WORDS: Readonly<Record<ProjectTab, TabWords>> = {
  'shipping-now': {
    words: 'Shipping now',
    says: 'Projects with the status Shipping.',
    rule: 'activity.status',
  },
  'still-building': {
    words: 'Still building',
    says: 'Projects that began at least 60 days ago and still ship.',
    rule: 'still_building',
  },
  'under-the-radar': {
    words: 'Under the radar',
    says: 'Projects that ship more than they are noticed.',
    rule: 'discovery_gap',
  },
  'most-active': {
    words: 'Most active',
    says: 'Projects with a meaningful ship in 30 days, most ships first.',
    rule: 'ships.counted',
  },
  'back-from-dormancy': {
    words: 'Back from dormancy',
    says: 'Projects that shipped again after a silence of at least 60 days.',
    rule: 'activity.comeback',
  },
  'building-with-token': {
    words: 'Building, with a token',
    says: 'Projects that ship and have a token that is not a mismatch.',
    rule: 'activity.status',
  },
  'new-builders': {
    words: 'New builders',
    says: 'Projects published in the last 7 days that shipped, earliest first ship first.',
    rule: 'ships.counted',
  },
  'new-on-hey': {
    words: 'Newly published',
    says: 'Every project published in the last 7 days, newest first, builder or not.',
    rule: 'research.level',
  },
}

type SortWords = { readonly words: string; readonly order: string; readonly isMarket: boolean }

/** Each order of the list. Orders by a market figure are context. */
export const SORT_WORDS: Readonly<Record<ProjectSort, SortWords>> = {
  activity: { words: 'Newest activity', order: 'newest activity first', isMarket: false },
  newest: { words: 'Newest published', order: 'newest published first', isMarket: false },
  marketCap: {
    words: 'Valuation',
    order: 'greatest market cap first, then greatest fully diluted value; the two are never compared',
    isMarket: true,
  },
  liquidity: { words: 'Liquidity', order: 'greatest liquidity first', isMarket: true },
  volume24h: { words: 'Volume in 24 hours', order: 'greatest volume in 24 hours first', isMarket: true },
}

type FactWords = { readonly words: string; readonly isMarket: boolean }

/** Each fact that a card can be required to have. */
export const FACT_WORDS: Readonly<Record<CardFact, FactWords>> = {
  token: { words: 'token', isMarket: false },
  verifiedToken: { words: 'verified token', isMarket: false },
  repository: { words: 'repository', isMarket: false },
  website: { words: 'website', isMarket: false },
  package: { words: 'package', isMarket: false },
  ship: { words: 'ship', isMarket: false },
  release: { words: 'release', isMarket: false },
  deployment: { words: 'deployment', isMarket: false },
  marketStatus: { words: 'market status', isMarket: true },
  marketCap: { words: 'valuation', isMarket: true },
  liquidity: { words: 'liquidity', isMarket: true },
  volume24h: { words: 'volume in 24 hours', isMarket: true },
}

/** The rule that decides how many projects a list has; undefined when no conclusion chooses them. */
export function listRule({ tab, status, has = [] }: ListQuery): string | undefined {
  if (tab !== undefined) return ruleInForce(TAB_WORDS[tab].rule)
  if (status !== undefined) return ruleInForce('activity.status')
  const isByShips = has.includes('ship') || has.includes('release') || has.includes('deployment')
  if (isByShips) return ruleInForce('ships.counted')
  return has.includes('verifiedToken') ? ruleInForce('token.verification') : undefined
}

/** One chosen filter: its parameter, the name of the filter, and its value in words. */
type ChosenFilter = {
  readonly parameter: Exclude<keyof ListQuery, 'sort'>
  readonly name: string
  readonly words: string
}

/** The chosen filters in words, in the order of the page. */
export function chosenFilters(query: ListQuery): readonly ChosenFilter[] {
  const { q, tab, kind, status, narrative, launchpad, has } = query
  const all: readonly (ChosenFilter | undefined)[] = [
    q === undefined ? undefined : { parameter: 'q', name: 'words', words: q },
    tab === undefined ? undefined : { parameter: 'tab', name: 'list', words: TAB_WORDS[tab].words },
    kind === undefined ? undefined : { parameter: 'kind', name: 'kind', words: kind },
    status === undefined
      ? undefined
      : { parameter: 'status', name: 'status', words: statusFilterWords(status) },
    narrative === undefined ? undefined : { parameter: 'narrative', name: 'narrative', words: narrative },
    launchpad === undefined ? undefined : { parameter: 'launchpad', name: 'launchpad', words: launchpad },
    has === undefined ? undefined : { parameter: 'has', name: 'has', words: factsInWords(has) },
  ]
  return all.filter((one) => one !== undefined)
}

function factsInWords(has: readonly CardFact[]): string {
  return has.map((fact) => FACT_WORDS[fact].words).join(', ')
}

/** How the list is ordered, in words. */
export function orderWords({ sort, tab }: ListQuery): string {
  if (sort !== undefined) return SORT_WORDS[sort].order
  if (tab === 'most-active') return 'most ships in 30 days first'
  if (tab === 'new-on-hey') return SORT_WORDS.newest.order
  return tab === 'new-builders' ? 'earliest first ship first' : SORT_WORDS.activity.order
}

/** Whether the list is chosen or ordered by a market figure, so that its rows show the figure as context. */
export function isByMarket({ sort, has = [] }: ListQuery): boolean {
  return (sort !== undefined && SORT_WORDS[sort].isMarket) || has.some((fact) => FACT_WORDS[fact].isMarket)
}

/** The title of the list. It states the answer: "Projects: 12 match status shipping". */
export function listTitle(query: ListQuery, { available, total }: Pick<ProjectList, 'available' | 'total'>) {
  const chosen = chosenFilters(query).map(({ name, words }) => `${name} ${words}`)
  if (!available || total === null) return `Projects: the list was not measured${withWords(chosen)}`
  if (chosen.length === 0) return `Projects: ${numberWords(total)} published, ${orderWords(query)}`
  const count = total === 0 ? 'none matches' : `${numberWords(total)} ${total === 1 ? 'matches' : 'match'}`
  return `Projects: ${count} ${chosen.join(', ')}`
}

function withWords(chosen: readonly string[]): string {
  return chosen.length === 0 ? '' : ` (${chosen.join(', ')})`
}

/** The identity of a project in a few words: its kind, its launchpad and its narratives, as the catalogue has them. */
export function identityWords({ kind, launchpad, narratives }: ProjectCard): readonly string[] {
  const names = [kind === undefined ? undefined : listWordsFirst(kind), launchpad]
  return [...names, ...(narratives === undefined ? [] : narratives)].filter((name) => name !== undefined)
}

/** A status as a filter: the words of its label, which every page shows. */
export function statusFilterWords(status: ActivityStatus): string {
  return (activityLabel(status) ?? listWords(status)).toLowerCase()
}
