import type { ShipKind } from '#contract/enums.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import type { Instant } from '#contract/time.ts'
import type { ListedProject } from '#domain/project/project-list.ts'
import { counted } from '#domain/rules/rule.ts'
import { type CollectedShipKind, isCollectedKind } from '#domain/ships/ship-coverage.ts'
import { capitalised } from '../words/figures.ts'
import { type EvaluatedShips, type ShipsRead, shipsRead } from './ships-read.ts'
import { quoteWords } from './words.ts'

/** A question about ships that count, with the list that answers it. */
export type ShipsQuestion = {
  /** The project that the question names, as it was evaluated. */
  readonly project: (Pick<ListedProject, 'name'> & EvaluatedShips) | undefined
  readonly filters: Pick<Input<'ships'>, 'kind' | 'since'> & { readonly until: Instant }
  readonly list: Pick<Output<'ships'>, 'items' | 'total' | 'nextOffset'>
}

/** The number of ships in a sentence, with its unknowns. */
export type ShipsNumber = {
  readonly sentence: string
  readonly unknowns: readonly AgentUnknown[]
  /**
   * The number of matching ships. Undefined where they were not counted, and where no ship is recorded and not all
   * sources were read.
   */
  readonly total: number | undefined
}

/**
 * The number of ships that count, in a sentence with its unknowns. The sentence says that a project shipped this number
 * only if the whole time was read. Otherwise it says how many ships are recorded, as always for all projects together,
 * because some projects are never read.
 */
export function shipsNumber({ project, filters, list }: ShipsQuestion): ShipsNumber {
  const { items, total: matching, nextOffset } = list
  const { kind, since, until } = filters
  const total = matching === undefined ? items.length : matching
  const number = { total, isWhole: matching !== undefined || nextOffset === null, kind }
  const span = since === undefined ? '' : ` from ${since} to ${until}`
  if (project === undefined)
    return {
      sentence: `${recordedWords(number)} of all projects together${span}.`,
      unknowns: total > 0 ? [] : [NONE_COUNTED],
      total: total > 0 ? matching : undefined,
    }
  const read = shipsRead({ ...filters, total }, project)
  const unknowns = unknownsOf(read, number)
  const name = quoteWords(project.name).text
  const isKnown = unknowns.length === 0
  const said = isKnown
    ? `${name} shipped ${numberOfShips(number)}${span}`
    : `${recordedWords(number)} of ${name}${span}`
  return {
    sentence: `${said}${readWords(read, number)}.`,
    unknowns,
    total: isKnown || total > 0 ? matching : undefined,
  }
}

/** The sentence about the ships that a question with these filters leaves out. */
export function leftOutWords({ since }: { readonly since?: Instant | undefined }): string {
  return since === undefined
    ? 'Ships that do not count are left out.'
    : 'Ships that do not count, or that no source dates, are left out.'
}

/**
 * The unknown of a list without a ship. A silent source and a source that was not read look the same in such a list.
 */
const NONE_COUNTED: AgentUnknown = {
  category: 'building',
  statement: 'What no source showed is not known.',
  doNotConclude: 'Do not conclude that nothing was shipped: only that no ship that counts is recorded.',
  reason: 'NO_SOURCE',
}

const NOUNS: Readonly<Record<ShipKind, string>> = {
  release: 'release',
  prerelease: 'prerelease',
  feature: 'feature',
  integration: 'integration',
  docs: 'documentation release',
  code_week: 'code week',
  deployment: 'deployment',
  upgrade: 'upgrade',
}

type NumberOfShips = {
  readonly total: number
  readonly isWhole: boolean
  readonly kind: ShipKind | undefined
}

/** “1 ship that counts”, “more than 10 releases that count”. */
function numberOfShips({ total, isWhole, kind }: NumberOfShips): string {
  const number = counted(total, kind === undefined ? 'ship' : NOUNS[kind])
  return `${isWhole ? '' : 'more than '}${number} that ${total === 1 ? 'counts' : 'count'}`
}

/** “1 ship that counts is recorded”, “No release that counts is recorded”. */
function recordedWords(number: NumberOfShips): string {
  const { total, kind } = number
  if (total === 0) return `No ${kind === undefined ? 'ship' : NOUNS[kind]} that counts is recorded`
  return `${capitalised(numberOfShips(number))} ${total === 1 ? 'is' : 'are'} recorded`
}

/**
 * The end of the sentence: up to when the sources were read, if that is before the end of the time, and why the rest is
 * unknown.
 */
function readWords({ readUpTo, reason }: ShipsRead, { total, kind }: NumberOfShips): string {
  const because = reason === undefined ? '' : ` (${reason})`
  if (readUpTo !== undefined) return `; ${readUpTo.what} read up to ${readUpTo.at}${because}`
  if (reason === undefined) return ''
  if (isNeverRead(kind)) return `; nothing that is read shows ${NOUNS[kind]}s${because}`
  return `; what ${total > 0 ? 'else ' : ''}it shipped is not known${because}`
}

/** The unknown part of the number, with the conclusion that it does not allow. Empty while the number is known. */
function unknownsOf(
  { category, reason }: ShipsRead,
  { total, kind }: NumberOfShips,
): readonly AgentUnknown[] {
  if (reason === undefined) return []
  const statement = isNeverRead(kind)
    ? `Nothing that is read shows ${NOUNS[kind]}s.`
    : `What ${total > 0 ? 'else ' : ''}it shipped${kind === undefined ? '' : ' of this kind'} is not known.`
  const doNotConclude =
    total > 0
      ? 'Do not conclude that it shipped nothing else.'
      : 'Do not conclude that it shipped none, or that it is inactive or abandoned.'
  return [{ category, statement, doNotConclude, reason }]
}

function isNeverRead(kind: ShipKind | undefined): kind is Exclude<ShipKind, CollectedShipKind> {
  return kind !== undefined && !isCollectedKind(kind)
}
