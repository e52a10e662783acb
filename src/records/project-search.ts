import { type RawBuilder, sql } from 'kysely'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { ListedToken } from '#domain/project-list.ts'
import type { Reader } from './database.ts'

/** A project as a search names it. */
export type NamedProject = {
  readonly slug: Slug
  readonly name: string
  readonly token: Pick<ListedToken, 'address' | 'symbol' | 'symbolDeclared'> | null
}

/** How many words of a search are looked at. */
const WORDS_AT_MOST = 8
/** How many matches are ranked: a word's in the order of the words that match, those of several words in any order. */
const RANKED_AT_MOST = 200
const LAST_CHARACTER = '\u{10FFFF}'

/** The words a search is made of, as projects are found by them; none where it has no letter or digit. */
export async function searchedWords(words: string, reader: Reader): Promise<readonly string[]> {
  const { found } = await reader
    .selectNoFrom(sql<string[]>`search_words(${words}::text)`.as('found'))
    .executeTakeFirstOrThrow()
  return [...new Set(found)].slice(0, WORDS_AT_MOST)
}

/** The words as `project_lists.words` are asked for them: each begins a word the project is found by. */
export function wordsQuery(words: readonly string[]): RawBuilder<unknown> {
  return sql`${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`
}

/** How many published projects are found by a word. */
export function countOfWord(word: string): RawBuilder<number> {
  return sql<number>`(select count(distinct project_id) from project_terms where ${begins(word)})`
}

/**
 * At most `limit` published projects that may be meant: those whose name or symbol is what was written, then those whose
 * name begins with it, then by name.
 */
export async function getNamedProjects(
  input: { readonly words: string; readonly limit: number },
  reader: Reader,
): Promise<readonly NamedProject[]> {
  const [first, ...others] = await searchedWords(input.words, reader)
  if (first === undefined) return []
  const written = [first, ...others].join(' ')
  const rows = await reader
    .selectFrom(
      sql<{ project_id: string }>`(
        select distinct project_id from (${matching(first, others)} limit ${RANKED_AT_MOST}) as matched
        )`.as('found'),
    )
    .innerJoin('projects', 'projects.id', 'found.project_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('tokens')
          .select(['address', 'symbol', 'symbol_declared'])
          .whereRef('tokens.project_id', '=', 'projects.id')
          .orderBy('address')
          .limit(1)
          .as('token'),
      (join) => join.onTrue(),
    )
    .select(['projects.slug', 'projects.name', 'token.address', 'token.symbol', 'token.symbol_declared'])
    .where('projects.state', '=', 'published')
    .orderBy(
      sql`case when ${written} in (${lowered('projects.name')}, ${lowered('token.symbol')},
          ${lowered('token.symbol_declared')}, token.address) then 0
        when starts_with(${lowered('projects.name')}, ${written}) then 1 else 2 end`,
    )
    .orderBy('projects.name')
    .orderBy('projects.slug')
    .limit(input.limit)
    .execute()
  return rows.map((row) => ({
    slug: row.slug as Slug,
    name: row.name,
    token:
      row.address === null
        ? null
        : {
            address: row.address as ContractAddress,
            symbol: row.symbol,
            symbolDeclared: row.symbol_declared,
          },
  }))
}

/** Where more than one word is given the projects that have them all are few enough to be put in order. */
function matching(first: string, others: readonly string[]): RawBuilder<unknown> {
  if (others.length === 0)
    return sql`select project_id from project_terms where ${begins(first)} order by term`
  return sql`select project_id from project_lists as listed
    where published and words @@ ${wordsQuery([first, ...others])} order by project_id`
}

function lowered(column: string): RawBuilder<unknown> {
  return sql.raw(`lower(${column} collate "pg_c_utf8")`)
}

function begins(word: string): RawBuilder<unknown> {
  return sql`(term >= ${word} and term < ${word + LAST_CHARACTER})`
}
