import { type EstablishedBy, SourceKind } from '#contract/enums.ts'
import type { DossierStatement } from '#contract/shapes/dossier.ts'
import { type CalendarDate, parseInstant } from '#contract/time.ts'
import { isUnreadKind } from '#domain/collecting/watching.ts'
import { oneLine } from '#domain/ledger/wording.ts'
import { listWords, providerName } from './figures.ts'

/** Replaces a text without a visible character. */
const UNREADABLE = '(no readable words)'

/** Text of a source, cleaned for display: one line of at most 300 visible characters. */
export function sourceWords(text: string): string {
  const words = oneLine(text)
  return words === '' ? UNREADABLE : words
}

/** Text of a source that can be unknown, cleaned for display: null stays null. */
export function wordsOrNull(text: string | null): string | null {
  return text === null ? null : sourceWords(text)
}

/** Why a source has no reading, in a few words. */
export function neverReadWords(kind: SourceKind): string {
  return isUnreadKind(kind) ? 'nothing reads this kind yet' : 'never read'
}

type ListedSource = { readonly kind: SourceKind; readonly locator: string; readonly counted: boolean }

/**
 * The sources of a project in the order for readers: counted sources first, then by kind, then by the words of their
 * place.
 */
export function sourcesInOrder<S extends ListedSource>(sources: readonly S[]): readonly S[] {
  return sources.toSorted(
    (one, other) =>
      placeInList(one) - placeInList(other) || sourcePlace(one).localeCompare(sourcePlace(other), 'en'),
  )
}

function placeInList({ kind, counted }: ListedSource): number {
  const place = SourceKind.enum.indexOf(kind)
  return counted ? place : SourceKind.enum.length + place
}

type DatedStatement = { readonly statedOn?: CalendarDate | undefined }

/** The statements about a project for people: the newest first, and those without a day last. */
export function statementsInOrder<S extends DatedStatement>(statements: readonly S[]): readonly S[] {
  const dated = statements.filter(({ statedOn }) => statedOn !== undefined)
  const undated = statements.filter(({ statedOn }) => statedOn === undefined)
  return [
    ...dated.toSorted((one, other) => String(other.statedOn).localeCompare(String(one.statedOn))),
    ...undated,
  ]
}

/** Words, or an address of the chain, which people see in its short form. */
export type PlacePart = string | { readonly address: string }

/** Kinds whose locator is an address. */
const AT_ADDRESS: readonly SourceKind[] = ['contract', 'token', 'deployer']

/** The place of a source, in words and addresses. A locator of another form is shown as it is. */
export function sourcePlaceParts({
  kind,
  locator,
}: Pick<ListedSource, 'kind' | 'locator'>): readonly PlacePart[] {
  const [first, second] = locator.split(':')
  if (AT_ADDRESS.includes(kind)) return [{ address: locator }]
  if (first === undefined || second === undefined) return [locator]
  if (kind === 'market' || kind === 'explorer') return [`${providerName(first)}, `, { address: second }]
  return kind === 'locker' ? [{ address: first }, ', for the token ', { address: second }] : [locator]
}

/** The place of a source as text with whole addresses: "GeckoTerminal, 0x4c36a959022a99cc3b5f5bac4809efd45d98c796". */
export function sourcePlace(source: Pick<ListedSource, 'kind' | 'locator'>): string {
  return sourcePlaceParts(source)
    .map((part) => (typeof part === 'string' ? part : part.address))
    .join('')
}

type Reasoned = ListedSource & { readonly notCountedReason?: string | undefined }

/** From this number on, sources of one kind that do not count for the same reason stand under one sentence. */
const ALIKE_FROM = 3

/**
 * The sources of a project in their order, in groups. Many sources of one kind that do not count for the same reason
 * form one group. Every other source stands alone.
 */
export function sourcesTogether<S extends Reasoned>(sources: readonly S[]): readonly (readonly S[])[] {
  const keyOf = ({ kind, counted, notCountedReason }: S) =>
    counted ? undefined : `${kind} ${notCountedReason}`
  const ordered = sourcesInOrder(sources)
  const alike = Map.groupBy(ordered, keyOf)
  return ordered.flatMap((source) => {
    const group = alike.get(keyOf(source))
    if (source.counted || group === undefined || group.length < ALIKE_FROM) return [[source]]
    return group[0] === source ? [group] : []
  })
}

/** Sources that are listed together, in words: "18 sources of the kind explorer, at Blockscout and Sourcify". */
export function togetherWords(kind: SourceKind, group: readonly ListedSource[]): string {
  const isOfProvider = kind === 'explorer' || kind === 'market'
  const providers = new Set(
    isOfProvider ? group.map(({ locator }) => providerName(String(locator.split(':')[0]))) : [],
  )
  const at = providers.size === 0 ? '' : `, at ${LIST.format([...providers])}`
  return `${group.length} sources of the kind ${listWords(kind)}${at}`
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** How a source was attributed to the project, as the end of a sentence. */
export const ESTABLISHED_WORDS: Readonly<Record<EstablishedBy, string>> = {
  mutual: 'a mutual link',
  deployer_signature: 'a signature of the deployer',
  site_link: 'a link of the site',
  repository_homepage: 'the homepage of the repository',
  operator_review: 'a review',
  token_identity: 'the token contract itself',
  self_reported: 'the project’s own word',
}

/** Recorded facts with cleaned texts and with three decimals in every instant, to a depth of six. */
export function sourceFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, printable(value, 6)]))
}

function printable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value === '' ? '' : (parseInstant(value) ?? sourceWords(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => printable(item, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, printable(item, depth - 1)]))
}

/** The result of checking a statement's signature or file; undefined for a statement without either. */
export function outcomeWords({ kind, by, outcome }: DossierStatement): string | undefined {
  if (outcome !== undefined) return `outcome: ${listWords(outcome)}`
  const isUnchecked = by === 'signature' || (by === 'repository' && kind === 'token_deploy_record')
  return isUnchecked ? 'not checked yet' : undefined
}
