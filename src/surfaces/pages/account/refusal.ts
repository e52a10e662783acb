import { waitWords } from '#views/words/clocks.ts'
import { type Html, html } from '../markup.ts'
import type { AccountPage } from './document.ts'

/** The page of a refusal: what is wrong, and the way back. */
export function refusalPage({
  status,
  code,
  message,
  retryAfterSeconds,
  typed = [],
}: {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds: number | undefined
  readonly typed?: readonly (readonly [name: string, text: string])[] | undefined
}): AccountPage {
  const title = titleOf({ status, code })
  return {
    title,
    body: () => html`<h1>${title}</h1>
<p class="lead" role="alert">${message}</p>
${retryAfterSeconds !== undefined && html`<p>Come back in ${waitWords(retryAfterSeconds)}.</p>`}
${typed.length > 0 && typedAgain(typed)}
<p><a href="/account">Back to the account</a></p>`,
  }
}

const LABELS = {
  name: 'Name',
  url: 'URL',
  description: 'Description',
  projects: 'Projects',
  eventTypes: 'Event type',
} as const

/** The typed texts of a refused form. They are stored nowhere, so a person can copy them only from this page. */
function typedAgain(typed: readonly (readonly [name: string, text: string])[]): Html {
  const rows = typed.map(
    ([name, text]) =>
      html`<div><dt>${name in LABELS ? LABELS[name as keyof typeof LABELS] : name}</dt><dd><code>${text}</code></dd></div>`,
  )
  return html`<p>Copy what you typed before you leave this page. It is not stored.</p>
<dl class="list">${rows}</dl>`
}

/** The title of a refusal. Not every 401 means "Signed out": a webhook without a valid API key has it too. */
function titleOf({ status, code }: { readonly status: number; readonly code: string }): string {
  if (code === 'signed_out') return 'Signed out'
  if (status === 404) return 'Nothing is here'
  if (status === 429) return 'Too many requests'
  if (status === 503) return 'Not available right now'
  return 'Not done'
}

/** The page for a browser that has the account page under another host than its passkeys belong to. */
export function elsewherePage(origin: string): AccountPage {
  const address = `${origin}/account`
  return {
    title: 'The account page is at another address',
    body: () => html`<h1>The account page is at another address</h1>
<p class="lead">Passkeys belong to one address. Open <a href="${address}"><code>${address}</code></a>.</p>`,
  }
}
