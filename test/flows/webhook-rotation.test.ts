import { expect, test } from 'vitest'
import { verifyWebhook } from '#contract/webhook-verification.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { openSubscriber } from '#test/webhooks/subscriptions.ts'
import { openDestinationCheck } from '#webhooks/check-destination.ts'
import { deliverDue } from '#webhooks/deliver.ts'
import { openSigner } from '#webhooks/sign.ts'

const EVENTS = 8
/** The receiver is addressed by its IP address, so no name is resolved. */
const NOTHING_RESOLVED = { resolve4: async () => [], resolve6: async () => [] }
/** Deliveries during which the API rotates the secret. The receiver takes the new secret two deliveries later. */
const ROTATED_DURING = [2, 6]
const TAKEN_AFTER = 2

test('[R152] whenever the API rotates the secret, each delivery has a signature by a secret that its receiver holds', async () => {
  const opened = await openTestDatabase()
  await using given = await openDeliveries({ opened })
  const signer = openSigner('a master key of this test alone') ?? expect.unreachable()
  const rules = { production: false, ownHosts: ['svc.example'], originAddresses: [] }
  await using service = await openHttpService({
    database: opened.database,
    production: false,
    webhooks: { signer, checkDestination: openDestinationCheck({ rules, resolver: NOTHING_RESOLVED }) },
  })
  const subscriber = await openSubscriber(service)
  const { id, secret } = await subscriber.create({ url: `${given.receiver.url}/rotated` })
  const held = [secret]
  const coming = new Map<number, string>()
  const verified: unknown[] = []
  // Deliveries run side by side, so a rotation can end after the delivery at which its secret is taken.
  const take = () => {
    for (const [at, rotated] of coming) {
      if (verified.length < at) continue
      coming.delete(at)
      held.push(rotated)
    }
  }
  given.receiver.answer = async ({ headers, body }, response) => {
    const header = String(headers['svc-signature'])
    verified.push(await verifyWebhook(JSON.stringify(body), header, [...held], { now: NOW }))
    take()
    if (ROTATED_DURING.includes(verified.length)) {
      const at = verified.length + TAKEN_AFTER
      const rotated = await subscriber.send(`POST /api/webhooks/${id}/rotate`)
      coming.set(at, String(rotated.body['secret']))
    }
    response.writeHead(204).end()
  }
  given.stage.pass(Date.parse(NOW) - Date.parse(given.stage.now()))
  await given.tell(EVENTS)
  const { signal } = new AbortController()
  await deliverDue(signal, { ...given.stage.deps, now: () => NOW, signaturesOf: signer.signaturesOf })
  take()
  // One ping of the new subscription comes first.
  expect(verified).toEqual(Array(EVENTS + 1).fill({ ok: true }))
  expect([held.length, new Set(held).size]).toEqual([3, 3])
  expect(new Set(await given.statusesOf(id))).toEqual(new Set(['SUCCEEDED']))
})
