import { copy } from '../components/address.ts'
import { type Html, html } from '../markup.ts'
import type { AccountPage } from './document.ts'

/** The page that shows a secret once. */
function secretPage(of: {
  readonly title: string
  readonly says: string
  readonly secret: string
  readonly next: Html
}): AccountPage {
  const { title, says, secret, next } = of
  return {
    title,
    body: () => html`<h1>${title}</h1>
<p class="lead">${says} It is shown once: store it now.</p>
<div class="secret"><code id="secret" tabindex="0">${secret}</code> ${copy(secret)}</div>
${next}`,
  }
}

export function recoveryCodePage(code: string): AccountPage {
  return secretPage({
    title: 'Your recovery code',
    says: 'This code signs you in without a passkey, once.',
    secret: code,
    next: html`<p>Keep it where you keep other secrets. Whoever has it has the account.</p>
<p><a href="/account">I have stored the code</a></p>`,
  })
}

export function newKeyPage({
  key,
  baseUrl,
}: {
  readonly key: string
  readonly baseUrl: string
}): AccountPage {
  return secretPage({
    title: 'Your new API key',
    says: 'Send it as a bearer token.',
    secret: key,
    next: html`<div class="fence"><pre tabindex="0"><code>curl -H 'Authorization: Bearer KEY' '${baseUrl}/api/projects?limit=1'</code></pre></div>
<p><a href="/account#keys">I have stored the key</a></p>`,
  })
}

export function webhookSecretPage(of: {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly because: 'created' | 'rotated'
}): AccountPage {
  const { id, url, secret, because } = of
  return secretPage({
    title: because === 'created' ? 'The secret of your webhook' : 'The new secret of your webhook',
    says: `It signs every delivery to ${url}.`,
    secret,
    next: html`<p>${because === 'created' ? 'A ping is on its way.' : 'The secret before it signs as well for 24 hours.'} <a href="/developers/receiving-webhooks">Verify a delivery</a></p>
<p><a href="/account/webhooks/${id}">I have stored the secret</a></p>`,
  })
}
