import { sql } from 'kysely'
import type { Database } from '#records/database.ts'

/** How many ships each generated project has. */
const SHIPS_EACH = 3

/** Fills an empty database with `count` projects and the rows that lists read. Every tenth project is hidden. */
export async function fillWithProjects(count: number, database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    for (const statement of statements(count)) await sql.raw(statement).execute(connection)
  })
}

const hash = 'abs(hashtext(projects.slug))'
const knownAt = `timestamptz '2026-11-20' - (${hash} % 400) * interval '1 day' - (${hash} % 86400) * interval '1 second'`

function statements(count: number): readonly string[] {
  return [
    // Vacuum marks pages as all-visible only when their commits are flushed. Index-only scans need the mark.
    `set synchronous_commit to on`,
    `insert into projects (id, slug, name, kind, launchpad, state, created_at, first_published_at, published_at, hidden_at)
     select md5('p' || n)::uuid, 'project-' || n,
       (array['Lumen','Harbour','Quarry','Tidal','Fern'])[1 + n % 5] || ' ' || (array['Swap','Vault','Index'])[1 + n / 5 % 3] || ' ' || n,
       (array['protocol','app','infrastructure','tooling','game','other'])[1 + n % 6],
       case when n % 7 = 0 then 'pons' when n % 1000 = 1 then 'rare' end,
       case when n % 10 = 0 then 'hidden' else 'published' end, '2026-01-01',
       timestamptz '2026-11-20' - n * interval '5 minutes', timestamptz '2026-11-20' - n * interval '5 minutes', '2026-11-20'
     from generate_series(1, ${count}) as n`,
    `insert into project_slugs (slug, project_id, since) select slug, id, created_at from projects`,
    `insert into tokens (chain_id, address, project_id, symbol)
     select 4663, '0x' || md5(slug) || '00000000', id, upper(left(name, 3)) from projects where ${hash} % 3 > 0`,
    `insert into listings (project_id, published, first_published_at, slug, name, kind, launchpad, exact_names, words,
       activity_status, last_activity_at, first_ship_at, meaningful_ships_30d, builder_read, tabs, narratives, facts,
       valuation_usd, valuation_kind, liquidity_usd)
     select id, state = 'published', first_published_at, slug, name, kind, launchpad, array[lower(name)],
       array_to_tsvector(array_remove(regexp_split_to_array(lower(concat_ws(' ', name, slug, symbol, address)), '[^a-z0-9]+'), '')),
       (array['SHIPPING','ACTIVE','QUIET','DORMANT','UNKNOWN','RESUMED'])[1 + ${hash} % 6],
       case when ${hash} % 6 <> 4 then ${knownAt} end, case when ${hash} % 6 <> 4 then ${knownAt} end,
       case when ${hash} % 6 <> 4 then ${hash} % 9 end, ${hash} % 2 = 0,
       case when ${hash} % 6 < 2 then array['still-building', 'building-with-token'] else '{}' end,
       array[(array['defi','games','relay','rwa','ai'])[1 + ${hash} % 5]], array['repository'],
       case when ${hash} % 4 = 0 then ${hash} + 1 end,
       case when ${hash} % 8 = 0 then 'marketCap' when ${hash} % 4 = 0 then 'fdv' end,
       case when ${hash} % 3 = 0 then ${hash} end
     from projects left join (select project_id, symbol, address from tokens) as token on token.project_id = projects.id`,
    `insert into sources (id, project_id, kind, locator, established_by, counted, attached_at)
     select id, id, 'github_repository', 'lumen-labs/' || slug, 'mutual', true, created_at from projects`,
    `insert into ships (id, project_id, source_id, kind, natural_key, title, occurred_at, precision, detected_at, backing)
     select gen_random_uuid(), id, id, 'release', slug || ':' || k, 'v' || k, ${knownAt} - k * interval '1 hour', 'EXACT',
       timestamptz '2026-11-20', 'source-verified' from projects, generate_series(1, ${SHIPS_EACH}) as k`,
    `vacuum analyze`,
  ]
}
