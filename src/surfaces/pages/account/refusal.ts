import { html } from '../markup.ts'
import type { AccountPage } from './document.ts'

/** The page of a refusal: what is wrong, and the way back. */
export function refusalPage({
  status,
  message,
}: {
  readonly status: number
  readonly message: string
}): AccountPage {
  const title = titleOf(status)
  return {
    title,
    body: () => html`<h1>${title}</h1>
<p class="lead" role="alert">${message}</p>
<p><a href="/account">Back to the account</a></p>`,
  }
}

function titleOf(status: number): string {
  if (status === 401) return 'Signed out'
  if (status === 404) return 'Nothing is here'
  if (status === 429) return 'Too many requests'
  if (status === 503) return 'Not available right now'
  return 'Not done'
}

/** What a browser is told that has the page under another host than its passkeys belong to. */
export function elsewherePage(origin: string): AccountPage {
  const address = `${origin}/account`
  return {
    title: 'The account page is at another address',
    body: () => html`<h1>The account page is at another address</h1>
<p class="lead">Passkeys belong to one address. Open <a href="${address}"><code>${address}</code></a>.</p>`,
  }
}
