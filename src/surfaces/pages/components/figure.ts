import { known } from '#contract/known.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import type { Instant } from '#contract/time.ts'
import { ageWords } from '#views/words/clocks.ts'
import { moneyWords, numberWords, TOLD_OF_THEN } from '#views/words/figures.ts'
import { type Basis, missing, type OwnRecord } from '../basis.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { accounted, accountOf } from './account.ts'
import { clock, exact } from './clock.ts'
import { unknownMark } from './unknown.ts'

/** A figure with its basis. Without a basis it does not compile. */
export type Figure = {
  /** The name of the figure, the title of its pop-up. */
  readonly name: string
  /** The value as the answer has it; undefined while it is unknown. */
  readonly value: string | number | Instant | null | undefined
  /** The value in words, where they differ from the value. */
  readonly words?: string | undefined
  readonly unit?: string
  /** A number of US dollars: it is shown rounded, and its pop-up has every digit. */
  readonly money?: true
  readonly basis: Basis
  /** The field of the answer that has the value, for example `snapshot:build.buildMomentum`. */
  readonly field?: `${string}:${string}`
  /** The time at which the value happened or holds. */
  readonly at?: Instant | undefined
  /** The end of the time that the value covers. */
  readonly to?: Instant | undefined
  /** The time of the reading. */
  readonly readAt?: Instant | undefined
  /** The form of `readAt`: its age, or the instant on a page of the past. */
  readonly readAs?: 'age' | 'instant'
  /** The time of the next reading or writing. */
  readonly readNext?: Instant | undefined
  /** Whether the reading is past its tolerance: the value then describes the time of the reading, not the present. */
  readonly stale?: boolean
}

/** A figure in a line of text: the value opens its basis. An unknown value is drawn with its reason. */
export function figure(of: Figure, sheet: Sheet): Html {
  const { name, value, unit, basis, field, at, to, readAt, readAs = 'age' } = of
  const stale = of.stale === true || basis.reading?.isOld === true
  if (value === undefined || value === null) return unknownMark({ name, basis, ...known({ field }) }, sheet)
  const id = sheet.nextId()
  const words = of.words ?? wordsOf(value, of.money)
  return html`<span class="figure${stale && ' stale'}" ${accounted(basis)}${field !== undefined && html` data-field="${field}"`}><button type="button" popovertarget="${id}"><data value="${typeof value === 'number' ? inAttribute(value) : String(value)}">${String(words)}</data></button>${unit !== undefined && html` <span class="unit">${unit}</span>`}${at !== undefined && html` ${clock({ at, as: 'day', before: 'on' }, sheet)}`}${to !== undefined && html` ${clock({ at: to, as: 'instant', before: 'to' }, sheet)}`}${readAt !== undefined && html` ${clock({ at: readAt, as: readAs, before: 'read' }, sheet)}`}${stale && html`, <span class="clock">${TOLD_OF_THEN}</span>`}<span class="account" id="${id}" popover><strong>${name}</strong> ${exactOf(of)}${instantsOf(of)}${accountOf(basis, sheet)}</span></span>`
}

function wordsOf(value: string | number, money: true | undefined): string {
  if (typeof value === 'string') return value
  return money === true ? moneyWords(value) : numberWords(value)
}

/** Every digit of money that is shown rounded. */
function exactOf({ value, money }: Figure): Html | undefined {
  if (money !== true || typeof value !== 'number' || moneyWords(value) === numberWords(value))
    return undefined
  return html`<span>Exactly ${numberWords(value)} US dollars.</span> `
}

/** A figure that shows the age of an instant that the service records of itself; unknown before the first one. */
export function ageFigure(
  of: Pick<Figure, 'name' | 'field' | 'readNext'> & {
    readonly at: Instant | null
    readonly basis: OwnRecord
    /** Why there is no instant, if not because it is too early. */
    readonly reason?: NoValueReason
  },
  sheet: Sheet,
): Html {
  const { at, basis, reason = 'NOT_ENOUGH_YET', ...named } = of
  if (at === null) return figure({ ...named, value: at, basis: missing(reason) }, sheet)
  return figure({ ...named, value: at, words: ageWords(at, sheet.now), basis }, sheet)
}

/** The exact instants of a figure, for its pop-up. The pop-up has the instant of the cited reading already. */
function instantsOf({ at, to, readAt, readNext, basis }: Figure): Html | undefined {
  const cited = basis.kind === 'evidence' ? basis.readAt : basis.reading?.last
  const named = [
    ['On', at],
    ['To', to],
    ['Read', readAt === cited ? undefined : readAt],
    ['Next', readNext],
  ] as const
  const shown = named.flatMap(([word, instant]) =>
    instant === undefined ? [] : [html`${word} ${exact(instant)}. `],
  )
  return shown.length === 0 ? undefined : html`<span class="clock">${shown}</span>`
}
