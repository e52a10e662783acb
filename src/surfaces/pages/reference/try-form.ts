import type { Tried, TriedField } from '#views/reference/parts.ts'
import { type Html, html } from '../markup.ts'

/**
 * The form that tries an operation. Without script it opens the answer to the request as filled in. With script a
 * reader can change every parameter, and the page shows the answer.
 */
export function tryForm({ template, action, address, fields, isShown }: Tried): Html {
  const others = fields.filter((field) => !isFilled(field))
  return html`<form class="try" method="get" action="${action}" data-try="${template}"${isShown && html` data-shown`}>
${fields.filter(isFilled).map(fieldOf)}
${others.length > 0 && html`<details><summary>${`More parameters (${others.length})`}</summary>${others.map(fieldOf)}</details>`}
<p><button>Send</button> <code class="address">${`GET ${address}`}</code></p>
<noscript><p class="note">Without script, the parameters that are filled in are sent. Add others to the address.</p></noscript>
</form>
<div class="tried" role="status" hidden><p class="kind"></p>${answeredPart('Body')}
<details><summary>Headers</summary>${answeredPart('Headers')}</details></div>`
}

function answeredPart(label: string): Html {
  return html`<div class="fence"><pre tabindex="0" aria-label="${label}"><code></code></pre></div>`
}

/** Whether a field is filled in from the start: such a field is sent without script too. */
function isFilled({ value, isRequired }: TriedField): boolean {
  return value !== '' || isRequired
}

function fieldOf(field: TriedField): Html {
  const { name, place, help, isRequired } = field
  const id = `try-${name}`
  const about = `${place}${isRequired ? ', required' : ''}`
  return html`<div class="field"><label for="${id}"><code>${name}</code> <span class="kind">${about}</span></label>
${field.choices === undefined ? textOf(field, id) : choiceOf(field, id)}
<span class="kind help" id="${`${id}-help`}">${field.choices === undefined && help}</span></div>`
}

/** A field of the path is part of the address, so that a form without script cannot change it. */
function textOf({ name, place, value, isRequired }: TriedField, id: string): Html {
  const isPath = place === 'path'
  const isEmpty = value === '' && !isPath
  return html`<input id="${id}" aria-describedby="${`${id}-help`}" value="${value}"${isPath ? html` data-path="${name}" readonly` : html` name="${name}"`}${isRequired && ' required'}${isEmpty && ' disabled'} autocomplete="off" spellcheck="false">`
}

function choiceOf({ name, value, choices = [], isRequired }: TriedField, id: string): Html {
  const options = choices.map((one) => html`<option${one === value && ' selected'}>${one}</option>`)
  return html`<select id="${id}" name="${name}"${value === '' && ' disabled'}>${!isRequired && html`<option value="">not given</option>`}${options}</select>`
}
