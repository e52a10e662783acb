import { type RawBuilder, sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { DescribedProject, DossierRecord, StandingStatement } from '#domain/project/dossier-record.ts'
import type { LedgerProgress } from '#domain/project/snapshot-record.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { LISTED_SHIP } from '#records/ships/ship-list.ts'
import { DESCRIBED, type DescribedRow, describedUnder, toDescribed } from './described-project.ts'
import { REGISTERED_SOURCES, type RegisteredRow, toRegistered } from './registered-sources.ts'
import { statementEvidenceId } from './statements.ts'

/** The most ships in a dossier: the newest ones. */
const SHIPS_SHOWN = 10
/** The most statements about the project in a dossier. */
const STATEMENTS_SHOWN = 50

/**
 * A published project by a slug it has or had, with everything that its dossier shows, in one statement. Undefined
 * where no project is published under the slug: a hidden project and an unknown slug look the same here.
 */
export async function loadDossier(
  input: { readonly slug: Slug; readonly now: Instant },
  reader: Reader,
): Promise<(DossierRecord & LedgerProgress) | undefined> {
  const query = sql<DescribedRow & DossierRow>`
    select ${DESCRIBED}, ${dossierColumns(input.now)} ${describedUnder(input.slug)}`
  const [row] = await runPlanned(query, reader)
  return row === undefined ? undefined : { ...toDescribed(row), ...toDossierParts(row) }
}

/** The fields that only a dossier has, as columns of a query from `describedUnder`. */
export function dossierColumns(now: Instant): RawBuilder<unknown> {
  const latest = addMs(now, SHIPS_RULE.futureToleranceMs)
  return sql`${REGISTERED_SOURCES} as sources, ${STATEMENTS} as statements,
      (select coalesce(json_agg(ship order by placed_at desc, id desc), '[]') from (
        select ships.id, placed_at, ${LISTED_SHIP} as ship
        from ships join sources on sources.id = ships.source_id
        where ships.project_id = projects.id and withdrawn_at is null and placed_at <= ${latest}::timestamptz
        order by placed_at desc, ships.id desc limit ${SHIPS_SHOWN}) as newest) as ships`
}

/** The newest standing statements, without those of detached sources, as JSON; it refers to `projects.id`. */
const STATEMENTS = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'by', by, 'statement', statement, 'url', url,
      'statedOn', stated_on, 'names', names, 'observedAt', ${jsonInstant(sql`observed_at`)},
      'signature', signature_check, 'record', record_check)
    order by observed_at desc, id), '[]')
  from (select claims.* from claims left join sources on sources.id = claims.source_id
    where claims.project_id = projects.id and withdrawn_at is null and sources.detached_at is null
    order by observed_at desc, claims.id limit ${sql.lit(STATEMENTS_SHOWN)}) as newest)`

/** A row with the columns of `dossierColumns`. */
export type DossierRow = {
  sources: RegisteredRow[]
  statements: (Omit<StandingStatement, 'id'> & { id: string })[]
  ships: ListedShip[]
}

/** The fields that only a dossier has, from a row. */
export function toDossierParts(row: DossierRow): Omit<DossierRecord, keyof DescribedProject> {
  return {
    sources: row.sources.map(toRegistered),
    statements: row.statements.map((claim) => ({ ...claim, id: statementEvidenceId(claim.kind, claim.id) })),
    ships: row.ships,
  }
}
