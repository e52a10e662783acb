import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '#test/postgres/pgbouncer.ts'
import { ledgerReadsOf, openServedStandbys, type ServedStandbys } from '#test/postgres/served-standbys.ts'
import type { Standbys } from '#test/postgres/standbys.ts'
import { check } from '../history/check.ts'
import { summaryOf } from '../history/finding.ts'
import { recordUnderLoad } from '../history/under-load.ts'

const EVENTS = 60

let folder: string
let served: ServedStandbys
beforeAll(async () => {
  if (!hasPgBouncer) return
  folder = await mkdtemp(join(tmpdir(), 'svc-pooled-standbys-'))
  served = await openServedStandbys(folder, {
    lagSeconds: 5,
    settings: { DATABASE_READ_POOLER: 'transaction' },
    readUrls: poolersOf,
  })
  await served.standbysServe(2)
})
afterAll(async () => {
  await served?.[Symbol.asyncDispose]()
  if (hasPgBouncer) await rm(folder, { recursive: true, force: true })
})

/** A PgBouncer in front of each standby. */
async function poolersOf({ standbys }: Standbys, stack: AsyncDisposableStack): Promise<readonly string[]> {
  const poolers = await Promise.all(
    standbys.map(({ name, url }) => startPgBouncer(join(folder, `${name}-pooler`), url)),
  )
  for (const pooler of poolers) stack.use(pooler)
  return poolers.map(({ url }) => url)
}

test.skipIf(!hasPgBouncer)(
  'sessions read what was promised from standbys behind PgBouncer in transaction mode, and no read fails',
  async () => {
    const { standbys } = served.group
    const before = await Promise.all(standbys.map(ledgerReadsOf))
    const history = await recordUnderLoad(
      {
        name: 'behind PgBouncer',
        async happens({ appended, hide, publish }) {
          await appended(EVENTS)
          await hide()
          await appended(EVENTS)
          await publish()
          await appended(EVENTS)
        },
      },
      served,
    )
    expect(summaryOf(check(history))).toBe('no finding')
    for (const [index, standby] of standbys.entries())
      expect((await ledgerReadsOf(standby)) - (before[index] ?? Number.NaN)).toBeGreaterThan(EVENTS)
  },
)
