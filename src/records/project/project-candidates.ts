import { type RawBuilder, sql } from 'kysely'
import type { ActivityStatus, ResearchLevel } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { ProjectCandidate, ProjectCandidates } from '#domain/project/project-candidate.ts'
import type { Reader } from '#records/database.ts'
import { foldedWords, hasWords, namedToken, searchedWords, type TokenColumns } from './search.ts'
import { shownToken } from './shown-token.ts'

/**
 * The published projects that each of these words or phrases may mean. They are the projects whose ticker or name
 * equals it. Without one, they are the projects in which every word of it begins a word; a part of an address never
 * does, because addresses of different tokens can begin alike. `total` counts all of them; at most `limit` are listed,
 * by name. One statement.
 */
export async function getProjectCandidates(
  input: { readonly words: readonly string[]; readonly limit: number },
  reader: Reader,
): Promise<readonly ProjectCandidates[]> {
  const { words, limit } = input
  if (words.length === 0) return []
  const each = words.map((one, index) => candidatesOf(one, { index, limit }))
  const candidates = sql<CandidateRow>`(
    select found.*, token.address, token.symbol, token.symbol_declared as "symbolDeclared", cards.research_level
    from (${sql.join(each, sql` union all `)}) as found
    left join cards on cards.project_id = found.project_id
    left join lateral ${shownToken('found.project_id')} as token on true)`
  const rows = await reader
    .selectFrom(candidates.as('candidates'))
    .selectAll()
    .orderBy('candidates.word')
    .orderBy('candidates.place')
    .execute()
  const byWords = Map.groupBy(rows, ({ word }) => word)
  return words.map((_, index) => toCandidates(byWords.get(index)))
}

/** The projects that one word may mean. If some equal it, only those. */
function candidatesOf(word: string, { index, limit }: { index: number; limit: number }): RawBuilder<unknown> {
  const written = searchedWords(word)
  return sql`(
    select ${index}::integer as word, row_number() over (order by name, slug) as place, count(*) over () as total, matching.*
    from (
      select project_id, slug, name, activity_status, tier, min(tier) over () as best
      from (
        select project_id, slug, name, activity_status,
          case when ${foldedWords(sql`name`)} = ${written} then 0
            when ${written} = any(exact_names) or lower(${word}::text collate "pg_c_utf8") = any(exact_names) then 1
            else 2 end as tier
        from listings where published and ${hasWords(word)}
      ) as tiered
    ) as matching
    where tier < 2 or (tier = best and ${written} !~ ${PART_OF_ADDRESS})
    order by name, slug limit ${limit})`
}

/** A word that begins like an address and is too short to be one. */
const PART_OF_ADDRESS = '(^| )0x[0-9a-f]{0,39}( |$)'

type CandidateRow = TokenColumns & {
  word: number
  place: number
  total: number
  tier: number
  project_id: string
  slug: Slug
  name: string
  activity_status: ActivityStatus
  research_level: ResearchLevel | null
}

const TIERS = ['name', 'ticker', 'part_of_name'] as const

function toCandidates(rows: readonly CandidateRow[] | undefined): ProjectCandidates {
  const [first] = rows === undefined ? [] : rows
  if (rows === undefined || first === undefined) return { total: 0, projects: [] }
  return { total: first.total, projects: rows.map(toProject) }
}

function toProject(row: CandidateRow): ProjectCandidate {
  const by = TIERS[row.tier]
  if (by === undefined) throw new Error(`no tier ${row.tier} is known`)
  return {
    by,
    slug: row.slug,
    name: row.name,
    token: namedToken(row),
    activity: row.activity_status,
    researchLevel: row.research_level,
  }
}
