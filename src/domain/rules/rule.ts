import type { RuleId } from '#contract/claim.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'

/** A rule as it is explained: what it concludes, and its text with its thresholds in one to three sentences. */
export type Rule = {
  readonly id: RuleId
  readonly title: string
  /** The facts it concludes, as conclusions, signals and receipts name them. */
  readonly concludes: readonly string[]
  readonly text: string
}

/** A length of time in words: whole hours up to 72, above that whole days. */
export function span(ms: number): string {
  return ms <= 3 * DAY_MS ? counted(ms / HOUR_MS, 'hour') : counted(ms / DAY_MS, 'day')
}

/** A number with its noun, for example `1 hour` and `1,200 days`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** An amount of US dollars, for example `$5,000`. */
export function dollarAmount(amount: number): string {
  return `$${amount.toLocaleString('en-US')}`
}

/** A share as a percentage, for example `60%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
