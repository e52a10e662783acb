import type { EvidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { basisOf } from './basis.ts'
import { figure } from './components/figure.ts'
import { html } from './markup.ts'
import type { Sheet } from './sheet.ts'

declare const instant: Instant
declare const day: CalendarDate
declare const id: EvidenceId
declare const sheet: Sheet

html`<p>${'text'}${undefined}${false}${html`<b>inside</b>`}${['a', html`b`]}</p>`
figure({ name: 'Ships', value: 3, basis: basisOf(undefined) }, sheet)

// @ts-expect-error a bare number is a figure without an account
html`<p>${3}</p>`
// @ts-expect-error a bare instant is a figure without an account
html`<p>${instant}</p>`
// @ts-expect-error a bare day is a figure without an account
html`<p>${day}</p>`
// @ts-expect-error a bare evidence id is a figure without an account
html`<p>${id}</p>`
// @ts-expect-error a figure needs what it rests on
figure({ name: 'Ships', value: 3 }, sheet)
