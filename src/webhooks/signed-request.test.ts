import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import type { Signed } from './sign.ts'
import { signedRequest } from './signed-request.ts'

test.each([
  ['2026-11-19T12:00:00.000Z', 1_795_089_600],
  ['2026-11-19T12:00:00.600Z', 1_795_089_600],
  ['2026-11-19T12:00:00.999Z', 1_795_089_600],
  ['2026-11-19T12:00:01.000Z', 1_795_089_601],
])('an attempt sent at %s is signed at its second, %i', (sentAt, t) => {
  const asked: Signed[] = []
  const ping = { type: 'ping', payloadVersion: 1, deliveryId: 'd1', subscriptionId: 's1' } as const
  const payload = { ...ping, sentAt: toInstant(sentAt) }
  const { headers, body } = signedRequest(
    { url: 'https://hooks.example/in', payload },
    {
      sign: (signed) => {
        asked.push(signed)
        return { 'svc-signature': 'signed', 'webhook-signature': 'signed' }
      },
    },
  )
  expect(asked).toEqual([{ id: 'd1', t, body }])
  expect(headers).toMatchObject({ 'webhook-timestamp': String(t), 'svc-signature': 'signed' })
  expect(JSON.parse(body.toString())).toEqual({ ...payload, sentAt })
})
