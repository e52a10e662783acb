import { createClient } from './package/dist/index.js'
import { cite, makeReceipt } from './package/dist/receipts.js'
import { verify } from './package/dist/webhooks.js'

/** What the client answers in a runtime, one line a question. Every runtime must give the same lines. */
export async function ask({ baseUrl, token, slug, delivery }) {
  const svc = createClient({ baseUrl, monotonicReads: true })
  const card = await svc.getPartnerCard({ token })
  const unread = await svc.getProjectSnapshot({ slug })
  const refused = await svc.getProject({ slug: 'no-such-project' }).catch((error) => error)
  const receipt = makeReceipt({
    createdAt: '2026-11-22T10:05:00Z',
    claims: [{ references: cite(card.latest_release) }],
  })
  return [
    `${card.svc_project_name} ${card.svc_status}`,
    `release ${card.latest_release.known ? card.latest_release.value.title : 'unknown'}`,
    `description ${unread.identity.description.known} ${coerced(unread.identity.description)}`,
    `${refused.name} ${refused.code} ${refused.status} ${refused.requestId === undefined}`,
    `ships ${await count(svc.each.listShips({ limit: 1 }))}`,
    `changes ${await count(svc.changes({ follow: false, limit: 7 }))}`,
    `position ${svc.position()}`,
    `badge ${(await svc.getBadge({ slug })).slice(0, 4)}`,
    `receipt ${JSON.stringify(receipt)}`,
    `delivery ${JSON.stringify(await verify(delivery.body, delivery.headers, delivery.secrets, { now: delivery.now }))}`,
    `changed ${(await verify(`${delivery.body} `, delivery.headers, delivery.secrets, { now: delivery.now })).reason}`,
    `aborted ${await svc.getStatus({}, { signal: AbortSignal.abort() }).catch((error) => error.name)}`,
  ]
}

function coerced(claim) {
  try {
    return `${claim}`
  } catch (error) {
    return error.message
  }
}

async function count(items) {
  let number = 0
  for await (const _ of items) number += 1
  return number
}
