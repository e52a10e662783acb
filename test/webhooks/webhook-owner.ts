import { type AccountBrowser, openAccountBrowser } from '#test/service/account-browser.ts'
import type { HttpService } from '#test/service/http-service.ts'

/** A browser that signed up, with a key of its account. */
export type WebhookOwner = {
  readonly service: HttpService
  readonly browser: AccountBrowser
  readonly key: string
}

export async function openWebhookOwner(service: HttpService): Promise<WebhookOwner> {
  const browser = await openAccountBrowser(service)
  await browser.signUp()
  await browser.get('/account')
  const { text } = await browser.post('/account/keys', { name: 'Bot' })
  return { service, browser, key: String(/svc_[\w-]{43}/.exec(text)?.[0]) }
}

let urls = 0

/** Creates a webhook on the page; answers its id. */
export async function createWebhook(
  { browser }: WebhookOwner,
  fields: Readonly<Record<string, string>> = {},
) {
  urls += 1
  const shown = await browser.post('/account/webhooks', { url: `https://hooks.example/${urls}`, ...fields })
  return { ...shown, id: String(/\/account\/webhooks\/([\w-]+)"/.exec(shown.text)?.[1]) }
}

/** The subscription as the API answers it. */
export async function subscriptionOf(id: string, { service, key }: WebhookOwner) {
  return (await service.send(`GET /api/webhooks/${id}`, { key })).body
}
