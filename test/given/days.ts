import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type CalendarDate, type Instant, toInstant } from '#contract/time.ts'
import { type DayCounts, recordDays } from '#evaluate/days.ts'
import type { Database } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { anEvaluation, aProject } from './records.ts'

const { signal } = new AbortController()
export const at = (text: string) => toInstant(`2026-${text}Z`)
/** Noon of 20 November: the newest day that ended is the nineteenth. */
export const NOON = at('11-20T12:00:00')

/** A database in which days are written, empty at the start of each test. */
type DaysStage = {
  readonly database: () => Database
  readonly record: (now?: Instant) => Promise<DayCounts>
  /** A published project. */
  readonly project: () => Promise<string>
  /** A conclusion, by default about activity; unknown without a value. */
  readonly evaluated: (projectId: string, given: Concluded) => ReturnType<typeof anEvaluation>
  /** The points of a series as `day value`, or as `day (state)` without a value. */
  readonly pointsOf: (projectId: string, series: string) => Promise<readonly string[]>
}
type Concluded = {
  readonly at: Instant
  readonly to?: Instant
  /** The last reading and evaluation that supported the conclusion; by default the end of the conclusion. */
  readonly last?: Instant
  readonly fact?: string
  readonly value?: object
}

/** Opens the stage for the tests of a file. */
export function stageDays(): DaysStage {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
  })
  afterAll(() => opened[Symbol.asyncDispose]())
  beforeEach(async () => {
    await sql`truncate projects, recorded_days cascade`.execute(opened.database)
  })
  return {
    database: () => opened.database,
    record: (now = NOON) => recordDays({ signal }, { database: opened.database, clock: () => now }),
    project: async () => String((await aProject({}, opened.database)).id),
    evaluated: (projectId, given) =>
      anEvaluation(
        {
          project_id: projectId,
          evaluated_at: given.at,
          superseded_at: given.to ?? null,
          ...(given.fact === undefined ? {} : { fact: given.fact }),
          ...(given.last === undefined ? {} : { confirmed_at: given.last }),
          ...(given.value === undefined
            ? { state: 'SOURCE_UNAVAILABLE', value: null, evidence: [] }
            : { value: JSON.stringify(given.value) }),
        },
        opened.database,
      ),
    async pointsOf(projectId, series) {
      const rows = await opened.database
        .selectFrom('history_points')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('series', '=', series)
        .orderBy('day')
        .execute()
      return rows.map(({ day, value, state }) => `${day} ${value === null ? `(${state})` : value}`)
    },
  }
}

/** A recorded point: by default the project was active on 18 November. */
export async function aPoint(
  given: Partial<Insertable<Tables['history_points']>> & { readonly project_id: string },
  database: Database,
): Promise<void> {
  const row = {
    series: 'status',
    day: '2026-11-18' as CalendarDate,
    basis: 'knowledge',
    state: 'MEASURED',
    rule: 'activity.status@2',
    recorded_at: NOON,
    ...given,
    value: JSON.stringify(given.value === undefined ? 'ACTIVE' : given.value),
  }
  const unknown = given.state !== undefined && given.state !== 'MEASURED'
  await database
    .insertInto('history_points')
    .values({ ...row, value: unknown ? null : row.value })
    .execute()
}

/** A recorded figure of a provider on 18 November. */
export function aFigure(given: Parameters<typeof aPoint>[0], database: Database): Promise<void> {
  const read = { provider: 'dexscreener', observed_at: at('11-18T23:00:00') }
  const kind = given.series === 'valuation' ? 'fdv' : null
  return aPoint({ basis: 'observed', rule: 'market.status@7', kind, ...read, ...given }, database)
}
