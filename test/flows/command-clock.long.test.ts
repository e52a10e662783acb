import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, instantOfMs, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock, holdServiceClock, readServiceClock } from '#records/service-clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { newTimes, readStoredTimes } from '#test/postgres/stored-times.ts'
import { aDelivery, aSubscription } from '#test/webhooks/subscriptions.ts'
import { runToEnd } from '#test/world/small-world.ts'

/**
 * How far the service clock is ahead of the machine's clock: `HELD_MS` after a step back, `MOVED_MS` by a move like
 * that of `sandbox advance`. By the service clock the commands run after 01:00, so that no end of a day is due before
 * the next evaluation.
 */
const HELD_MS = 12 * HOUR_MS
const MOVED_MS = 400 * DAY_MS - ((Date.now() + HELD_MS) % DAY_MS) + HOUR_MS
const PROJECT = `slug: lumen
name: Lumen
state: draft
token: { address: "0x00000000000000000000000000000000000000aa", symbol: LUM }
sources:
  - kind: github_repository
    locator: lumen-labs/lumen
    established: { by: mutual, on: 2026-07-20 }
    counted: true
claims:
  - kind: token_named
    by: site
    statement: The site names the token.
    names: "0x00000000000000000000000000000000000000aa"
`

let opened: TestDatabase
let folder: string
beforeAll(async () => {
  opened = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'svc-command-clock-'))
  await writeFile(join(folder, 'lumen.yaml'), PROJECT)
  const expected = instantOfMs(Date.now() + HELD_MS)
  await inTransaction(opened.database, (writer) => holdServiceClock({ expected }, writer))
  await inTransaction(opened.database, (writer) => advanceServiceClock({ ms: MOVED_MS }, writer))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await opened[Symbol.asyncDispose]()
})

/** Words of a command whose value is known only when the command runs. */
const named: Readonly<Record<string, () => string | Promise<string>>> = {
  FOLDER: () => folder,
  KEY: async () => {
    const [keys = '[]'] = await run('key', 'list', '--json')
    return String((JSON.parse(keys) as readonly { readonly id: string }[])[0]?.id)
  },
  DEAD: async () => {
    const { id: subscriptionId } = await aSubscription({ startsAfter: 0 }, opened.database)
    const at = addMs(await readServiceClock(opened.database), -DAY_MS)
    return aDelivery({ subscriptionId, status: 'DEAD', createdAt: at, settledAt: at }, opened.database)
  },
}

const run = (...args: readonly string[]) =>
  runToEnd(args, { DATABASE_URL: opened.url, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' })

/**
 * The columns in which a command stores new times, with the hours from the service clock to these times. A column with
 * several hours has a list.
 */
async function hoursStoredBy(words: string): Promise<Readonly<Record<string, number | readonly number[]>>> {
  const args: string[] = []
  for (const word of words.split(' ')) args.push((await named[word]?.()) ?? word)
  const before = await readStoredTimes(opened.database)
  const now = msOf(await readServiceClock(opened.database))
  await run(...args)
  const added = newTimes(before, await readStoredTimes(opened.database))
  return Object.fromEntries(
    [...added].map(([column, times]) => {
      // Adding 0 makes 0 of -0, from which `toEqual` tells it apart.
      const hours = times.map((at) => Math.round((msOf(at) - now) / HOUR_MS) + 0)
      const [first = 0, ...others] = new Set(hours)
      return [column, others.length === 0 ? first : [first, ...others]]
    }),
  )
}

/** The columns that a run of a pipeline sets. */
const RAN = ['due_at', 'last_finished_at', 'last_started_at', 'last_succeeded_at'].map(
  (column) => `pipelines.${column}`,
)
const EVALUATED = [
  'cards.scored_at',
  'evaluated_facts.known_at',
  'evaluations.confirmed_at',
  'evaluations.supported_until',
]

type Row = {
  readonly words: string
  /** The columns that get the time at which the command runs. */
  readonly now: readonly string[]
  /** The columns that get a later time, with its hours. */
  readonly later?: Readonly<Record<string, number>>
}

// In turn: each row goes on with the records of the rows before it.
test.each<Row>([
  {
    words: 'catalogue apply FOLDER',
    now: [
      'claims.detected_at',
      'claims.observed_at',
      'project_slugs.since',
      'project_work.evaluate_due_at',
      'project_work.ledger_due_since',
      'projects.created_at',
      'sources.attached_at',
    ],
  },
  {
    words: 'project publish lumen',
    now: ['listings.first_published_at', 'projects.first_published_at', 'projects.published_at'],
  },
  {
    words: 'pipeline run evaluate',
    now: [...RAN, ...EVALUATED, 'evaluations.evaluated_at'],
    later: { 'project_work.evaluate_due_at': 6 },
  },
  {
    words: 'pipeline run ledger',
    now: [
      ...RAN,
      'changes.detected_at',
      'changes.recorded_at',
      'ledger_state.first_run_at',
      'ledger_state.last_run_at',
    ],
  },
  { words: 'pipeline run days', now: [...RAN, 'recorded_days.finished_at'] },
  {
    words: 'listing rebuild',
    now: [...EVALUATED, 'project_work.ledger_due_since'],
    later: { 'project_work.evaluate_due_at': 6 },
  },
  {
    words: 'project rename lumen lumen-labs',
    now: ['project_slugs.former_since', 'project_slugs.since'],
  },
  {
    words: 'project hide lumen-labs',
    now: ['changes.recorded_at', 'project_work.evaluate_due_at', 'projects.hidden_at'],
  },
  { words: 'key create --account lumen', now: ['accounts.created_at', 'api_keys.created_at'] },
  { words: 'key revoke KEY', now: ['api_keys.revoked_at'] },
  {
    words: 'account invite another',
    now: ['account_invitations.created_at'],
    later: { 'account_invitations.expires_at': 7 * 24 },
  },
  { words: 'account hold lumen --reason spam', now: ['accounts.held_since'] },
  {
    words: 'delivery redeliver DEAD',
    now: ['webhook_deliveries.due_at', 'webhook_schedule.next_attempt_at'],
  },
])(
  'svc $words stores the time of the service clock, not that of the machine',
  async ({ words, now, later }) => {
    const expected = { ...Object.fromEntries(now.map((column) => [column, 0])), ...later }
    expect(await hoursStoredBy(words)).toEqual(expected)
  },
)
