import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { append } from '#ledger/append.ts'
import type { DraftedEvent } from '#ledger/revisions.ts'
import { inTransaction } from '#records/database.ts'
import { saveLedgerRun } from '#records/ledger/changes.ts'
import { type DeliveryStage, now } from './deliveries-stage.ts'
import { figure, medianOf, tableOf, timed } from './figures.ts'

const EVENTS = 9_000
/** Number of events in one transaction of the ledger. */
const AT_ONCE = 500

/**
 * Measures how long writing to the ledger takes, in turns: alone, beside the fan-out of an event to every subscription,
 * and beside one statement that copies the queued deliveries. Nobody subscribes to the type of the written events; the
 * fan-out passes over them. Prints the medians.
 */
export async function measureLedger(
  given: { readonly subscriptions: number; readonly rounds: number },
  stage: DeliveryStage,
): Promise<void> {
  await stage.unsubscribeAll()
  await stage.subscribe({ count: given.subscriptions, path: '/ok', type: 'build.release' })
  await inTransaction(stage.database, (writer) => saveLedgerRun({ now: now(), complete: true }, writer))
  const projectId = await insertProject(stage)
  await sql`create table copied_deliveries (like webhook_deliveries including all)`.execute(stage.database)
  const times = { alone: [] as number[], fanOut: [] as number[], copy: [] as number[] }
  let queued = 0
  await writeEvents(projectId, stage)
  for (let round = 0; round < given.rounds; round += 1) {
    times.alone.push((await timed(() => writeEvents(projectId, stage))).ms)
    await skipToHead(stage)
    await stage.say(1)
    const fanningOut = stage.fanOut()
    times.fanOut.push((await timed(() => writeEvents(projectId, stage))).ms)
    queued += (await fanningOut).queued
    const copying = copyNewest(stage)
    times.copy.push((await timed(() => writeEvents(projectId, stage))).ms)
    await copying
  }
  if (queued < given.subscriptions * given.rounds)
    throw new Error(`${queued} deliveries were queued: expected one for each subscription in each round`)
  report(times, figure(given.subscriptions))
}

function report(
  { alone, ...times }: Readonly<Record<'alone' | 'fanOut' | 'copy', readonly number[]>>,
  count: string,
): void {
  const row = (name: string, of: readonly number[]) => {
    const ratios = of.map((ms, round) => ms / (alone[round] ?? ms))
    return [name, figure(medianOf(of) / 1000), figure(medianOf(ratios)), ratios.map(figure).join(', ')]
  }
  console.log(
    tableOf([
      [`${figure(EVENTS)} events written to the ledger`, 's', 'beside ÷ alone', 'rounds'],
      row('alone', alone),
      row(`beside the fan-out of one to ${count} subscriptions (aim 1.1)`, times.fanOut),
      row(`beside one statement that copies these ${count} deliveries`, times.copy),
    ]),
  )
}

/** Copies the deliveries of the newest event with deliveries to a table with the same indexes. */
async function copyNewest({ database }: DeliveryStage): Promise<void> {
  await sql`truncate copied_deliveries`.execute(database)
  await sql`insert into copied_deliveries select * from webhook_deliveries
    where position = (select max(position) from webhook_deliveries)`.execute(database)
}

/** Moves the fan-out past all written events. */
async function skipToHead({ database }: DeliveryStage): Promise<void> {
  await sql`update webhook_fan_out set position = (select head from ledger_state)`.execute(database)
}

async function insertProject({ database }: DeliveryStage): Promise<string> {
  const id = randomUUID()
  await sql`insert into projects (id, slug, name, state, created_at, first_published_at, published_at)
    values (${id}, 'lumen', 'Lumen', 'published', ${now()}, ${now()}, ${now()})`.execute(database)
  return id
}

async function writeEvents(projectId: string, { database }: DeliveryStage): Promise<void> {
  for (let written = 0; written < EVENTS; written += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, () => anEvent(projectId))
    await inTransaction(database, (writer) => append({ events, retractions: [], now: now() }, writer))
  }
}

function anEvent(projectId: string): DraftedEvent {
  const id = randomUUID()
  return {
    projectId,
    publishedAt: now(),
    draft: {
      id: `bench:${id}`,
      type: 'research.published',
      contract: null,
      occurredAt: now(),
      detectedAt: now(),
      precision: 'EXACT',
      summary: 'Research on Lumen is published',
      facts: {},
      evidence: [`ship:${id}`],
      seen: { by: 'service' },
      order: [],
    },
  }
}
