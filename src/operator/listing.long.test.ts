import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { rebuildListings } from './listing.ts'
import { hideProject } from './projects.ts'

const world = await forFile(openWorld())

const listings = () =>
  world.service.database.selectFrom('listings').selectAll().orderBy('project_id').execute()
const rebuild = () =>
  rebuildListings(
    { signal: new AbortController().signal },
    { database: world.service.database, clock: world.service.clock.now },
  )

test('rebuilds every listing from records and rules after its row was changed or deleted', async () => {
  const { database, clock } = world.service
  await hideProject({ slug: 'lumen' }, { database, now: clock.now() })
  const { listings: written, evaluated } = await rebuild()
  const before = await listings()
  expect(before.length).toBe(written)
  expect(evaluated).toBeGreaterThan(30)
  await sql`update listings set published = not published, words = '', name = 'Broken', kind = 'game',
    activity_status = 'SHIPPING', tabs = '{still-building}', facts = '{token}', narratives = '{none}', liquidity_usd = 7,
    figures = null, valuation_usd = null, valuation_kind = null where project_id::text < '8'`.execute(
    database,
  )
  await sql`delete from listings where project_id::text >= 'c'`.execute(database)
  expect(await listings()).not.toEqual(before)
  expect(await rebuild()).toEqual({ listings: written, evaluated })
  expect(await listings()).toEqual(before)
})
