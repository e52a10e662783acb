import { type Html, html } from '../markup.ts'

/** A form of the account page. It works without script, and carries the token of the browser. */
export function postForm(of: {
  readonly action: string
  readonly token: string
  readonly button: string
  readonly fields?: Html
  readonly isDanger?: boolean
}): Html {
  const { action, token, button, fields, isDanger = false } = of
  return html`<form class="act" method="post" action="${action}"><input type="hidden" name="token" value="${token}">${fields}<button${isDanger && html` class="danger"`}>${button}</button></form>`
}

/** A form whose button shows only after the question is opened, so that nothing is lost by one click. */
export function confirmedForm(of: {
  readonly question: string
  readonly says: string
  readonly action: string
  readonly token: string
  readonly button: string
}): Html {
  const { question, says, ...form } = of
  return html`<details class="asked"><summary>${question}</summary><p>${says}</p>${postForm({ ...form, isDanger: true })}</details>`
}

/**
 * A form that script completes with a passkey: it asks for a challenge, lets the browser answer it, and sends the
 * answer. Without script its button stays disabled.
 */
export function passkeyForm(of: {
  readonly action: string
  readonly does: 'create' | 'get'
  readonly token: string
  readonly button: string
  readonly fields?: Html
}): Html {
  const { action, does, token, button, fields } = of
  return html`<form class="act" method="post" action="${action}" data-passkey="${does}" data-challenge="${action}/challenge"><input type="hidden" name="token" value="${token}"><input type="hidden" name="passkey" value="">${fields}<button disabled>${button}</button><p class="said" role="status"></p><noscript><p>A passkey needs script.</p></noscript></form>`
}

/** A field for one line of text. A fault stands beside the field, and assistive technology reads it with the field. */
export function textField(of: {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly value?: string
  readonly type?: 'text' | 'url'
  readonly isRequired?: boolean
  /** Most characters that the browser lets a person type. */
  readonly longest?: number
  readonly fault?: string | undefined
}): Html {
  const { id, name, label, help, value = '', type = 'text', isRequired = false, longest, fault } = of
  const notes = [help !== undefined && `${id}-help`, fault !== undefined && `${id}-fault`]
  const describedBy = notes.filter((note) => note !== false).join(' ')
  return html`<p class="field"><label for="${id}">${label}</label>${help !== undefined && html` <span class="help" id="${`${id}-help`}">${help}</span>`}<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="off"${describedBy !== '' && html` aria-describedby="${describedBy}"`}${isRequired && html` required`}${longest !== undefined && html` maxlength="${String(longest)}"`}${fault !== undefined && html` aria-invalid="true"`}>${faultOf(id, fault)}</p>`
}

/** What is wrong with the field of an id. */
export function faultOf(id: string, fault: string | undefined): Html | undefined {
  return fault === undefined ? undefined : html`<strong class="fault" id="${`${id}-fault`}">${fault}</strong>`
}
