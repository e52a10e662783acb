import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { COLLECTORS } from '#collectors/index.ts'
import { HOUR_MS, type Instant } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { type FaultKind, faultKinds, providerNames } from '#sandbox/providers/faults/kinds.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { openWorld } from '#test/world/world.ts'

/** A project with every kind of source, and projects with sources that it lacks. */
const READ = ['lumen', 'gantry', 'opaline', 'harborwatch', 'saltlock']
const NEVER = '2999-01-01T00:00:00.000Z' as Instant
const EXISTING: readonly FaultKind[] = ['truncated', 'wrong_type', 'empty_body']
const NEW = (Object.keys(faultKinds) as FaultKind[]).filter((kind) =>
  faultKinds[kind].shows.every((shown) => shown === 'R146'),
)
/** Valid JSON in the provider's own form. The service reads it, and it changes nothing. */
const HARMLESS: FaultKind = 'prototype_names'
/** Providers whose answer may be read, because the rest of it is whole. The reading records nothing new. */
const READABLE: Partial<Record<FaultKind, readonly string[]>> = {
  wrong_type: ['chain'],
  deep: ['site'],
  wide: ['site'],
  nul_bytes: ['site'],
  huge_values: ['site', 'github'],
  html: ['site'],
}
const KINDS = [...EXISTING, ...NEW].filter((kind) => kind !== HARMLESS)

const world = await forFile(openWorld({ reading: READ }))
let up: Spawned
let origin: string
let streams: readonly { readonly source_id: string; readonly stream: string; readonly provider: string }[]
beforeAll(async () => {
  const { service, sandbox } = world
  streams = await oneStreamOfEach()
  await leaveAllUndue(service.database)
  const port = await findFreePort()
  origin = `http://127.0.0.1:${port}`
  up = spawnService(['up'], {
    ...sandbox.settings,
    DATABASE_URL: service.databaseUrl.reveal(),
    DATA_DIR: `${service.config.dataDir}/up`,
    PORT: `${port}`,
    CATALOGUE_DIR: sandbox.catalogueDir,
    LOG_LEVEL: 'warn',
    LEDGER_SECONDS: '2',
  })
  await up.ready
})
afterAll(() => up?.stop())

/** A stream of every collector that the world has something for. */
async function oneStreamOfEach() {
  const { rows } = await sql<{ source_id: string; stream: string; provider: string; name: string }>`
    select distinct on (provider, sources.kind, stream) source_id, stream, provider, provider || ' ' || sources.kind || ' ' || stream as name
    from source_streams join sources on sources.id = source_id join projects on projects.id = project_id
    where slug in (${sql.join(READ)}) and last_outcome in ('fresh', 'not_modified')
    order by provider, sources.kind, stream, slug = 'lumen' desc`.execute(world.service.database)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(COLLECTORS.map(({ provider, kind, stream }) => `${provider} ${kind} ${stream}`))].toSorted(),
  )
  return rows
}

type Reading = {
  readonly stream: string
  readonly provider: string
  readonly outcome: string
  readonly detail: string | null
}

/** Makes no stream due. A deadlock with the process, which settles readings meanwhile, is tried again. */
async function leaveAllUndue(database: Database): Promise<void> {
  await inTransaction(database, async (writer) => {
    await sql`update source_streams set due_at = ${NEVER}`.execute(writer)
  })
}

/** Passes 4 minutes, makes the streams due, and waits until the process has read each of them. */
async function readAll(due = streams): Promise<readonly Reading[]> {
  const { service } = world
  await world.ask('/advance', { ms: HOUR_MS / 15 })
  await world.passClock(HOUR_MS / 15)
  const since = service.clock.now()
  for (const { source_id, stream } of due) {
    await service.database
      .updateTable('source_streams')
      .set({ due_at: since, etag: null })
      .where('source_id', '=', source_id)
      .where('stream', '=', stream)
      .execute()
  }
  const keyOf = (read: { readonly source_id: string; readonly stream: string }) =>
    `${read.source_id} ${read.stream}`
  const asked = new Set(due.map(keyOf))
  const read = async () => {
    const query = service.database.selectFrom('readings').where('attempted_at', '>=', since)
    const rows = await query.select(['source_id', 'stream', 'provider', 'outcome', 'detail']).execute()
    return rows.filter((row) => asked.has(keyOf(row)))
  }
  const unread = async () => {
    const done = new Set((await read()).map(keyOf))
    return due.filter((one) => !done.has(keyOf(one)))
  }
  await expect.poll(unread, { timeout: 120_000 }).toEqual([])
  await leaveAllUndue(service.database)
  return read()
}

const FACTS = [
  'ships',
  'market_readings',
  'implementations',
  'interfaces',
  'locks',
  'tokens',
  'contracts',
  'sources',
  'launch_logs',
  'registry_listings',
  'site_changes',
  'site_readings',
  'contract_use',
  'method_use',
  'changes',
]
/** Every recorded fact and event, without the times of readings and the number of unchanged readings in a row. */
async function facts(): Promise<Facts> {
  const tables = FACTS.map(async (table) => {
    const { rows } = await sql<{ row: string }>`
      select regexp_replace((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
          where key !~ '_at$|position|unread')::text, '"readAt": "[^"]*"|, "changesInRow": 0', '', 'g') as row
      from ${sql.table(table)} as t order by 1`.execute(world.service.database)
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

type Facts = Readonly<Record<string, readonly string[]>>
const changedFacts = (before: Facts, after: Facts) =>
  FACTS.flatMap((table) => {
    const rows = new Set(before[table])
    const others = (after[table] ?? []).filter((row) => !rows.has(row))
    return others.length > 0 || before[table]?.length !== after[table]?.length ? [{ table, others }] : []
  })

const oneOfEachProvider = () => [...new Map(streams.map((one) => [one.provider, one])).values()]

async function expectAlive(): Promise<void> {
  expect(up.child.exitCode).toBeNull()
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
}

const isHeld = ({ outcome, detail }: Reading) =>
  !(outcome === 'fresh' || outcome === 'not_modified') || (detail ?? '').startsWith('partial')

test.each(KINDS)(
  '[R146] %s from every provider is a failed reading of each collector, and records nothing',
  async (kind) => {
    const before = await facts()
    for (const provider of providerNames)
      if (faultKinds[kind].providers.includes(provider)) await world.ask('/fault', { provider, kind })
    // Each request that drips takes its whole time limit, so that one stream of each provider must do.
    const readings = await readAll(kind === 'drip' ? oneOfEachProvider() : streams)
    await world.ask('/fault/clear', {})
    await expectAlive()
    const readable = READABLE[kind] ?? []
    expect(readings.filter((reading) => !isHeld(reading) && !readable.includes(reading.provider))).toEqual([])
    expect(readings.filter(({ detail }) => detail === 'the reading failed inside the service')).toEqual([])
    expect(changedFacts(before, await facts())).toEqual([])
  },
)

test('[R146] names of the prototype in every object change nothing, and everything is read after an hour of garbage', async () => {
  for (const provider of providerNames) await world.ask('/fault', { provider, kind: HARMLESS })
  expect((await readAll()).filter(isHeld)).toEqual([])
  await world.ask('/fault/clear', {})
  expect((await readAll()).filter(isHeld)).toEqual([])
  await expectAlive()
})
