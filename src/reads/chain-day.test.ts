import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

const IMAGE = '/api/share/chain-day'
/** The description in the image of the day. It names every count. */
async function countsOf(path = IMAGE): Promise<string | undefined> {
  await using other = await openHttpService({ database: service.database })
  const { text } = await other.get(path)
  return /<desc[^>]*>([^<]*)</.exec(text)?.[1]
}

test('[R119] before a day is written nothing is measured, and nothing is 0', async () => {
  expect((await service.get(IMAGE)).text).toContain('no day is written yet')
  expect(await countsOf()).toBe(
    'Ships that count: not measured. Projects with such a ship: not measured. Implementation changes: not measured. Later deployments: not measured. Token unlocks due: not measured',
  )
  expect((await service.get(`${IMAGE}?day=2026-11-18`)).status).toBe(404)
})

test('[R119] a written day says of how many measured projects each count is, and what was not measured [contract GET /api/share/chain-day]', async () => {
  const measured = { ships: 3, shipping_projects: 1, ships_measured: 12, upgrades: 0, upgrades_measured: 1 }
  const unread = { deployments_measured: 0, unlocks_measured: 0 }
  await service.database
    .insertInto('chain_days')
    .values([
      { day: '2026-11-17' as CalendarDate, written_at: NOW, ...measured, ...unread },
      {
        day: '2026-11-18' as CalendarDate,
        written_at: NOW,
        ...unread,
        ships_measured: 0,
        upgrades_measured: 0,
      },
    ])
    .execute()
  expect(await countsOf(`${IMAGE}?day=2026-11-17`)).toBe(
    'Ships that count: 3, of 12 measured projects. Projects with such a ship: 1, of 12 measured projects. Implementation changes: 0, of 1 measured project. Later deployments: not measured. Token unlocks due: not measured',
  )
  const { status, headers, text } = await service.get(IMAGE)
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(text).toContain('Chain 4663 on 2026-11-18')
  expect(text).toContain('UTC day, as written on 2026-11-19')
  expect(await countsOf()).not.toMatch(/\b0\b/)
})

test('is a PNG with format=png or by Accept; format counts before Accept', async () => {
  for (const [path, accept] of [
    [`${IMAGE}?format=png`, 'image/svg+xml'],
    [IMAGE, 'image/png'],
  ] as const) {
    const { status, headers } = await service.get(path, { accept })
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    const again = await service.get(path, { accept, 'if-none-match': String(headers['etag']) })
    expect(again.status).toBe(304)
  }
  const { rawPayload } = await service.server.inject({ method: 'GET', url: `${IMAGE}?format=png` })
  expect(rawPayload.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  const svg = await service.get(`${IMAGE}?format=svg`, { accept: 'image/png' })
  expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
})

test.each([
  ['day=2026-11-19', 404],
  ['day=2026-08-11', 404],
  ['day=2026-02-30', 400],
  ['format=gif', 400],
])('%s answers %d', async (query, status) => {
  expect((await service.get(`${IMAGE}?${query}`)).status).toBe(status)
})
