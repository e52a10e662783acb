import { type RawBuilder, sql } from 'kysely'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { ListedToken } from '#domain/project/project-list.ts'
import type { Reader } from '#records/database.ts'
import { bitsOf, type Counted, countOf, firstOf, NUMBERED, numbersIn } from './project-bits.ts'

/** A project as a search names it. */
export type NamedProject = {
  readonly slug: Slug
  readonly name: string
  readonly token: Pick<ListedToken, 'address' | 'symbol' | 'symbolDeclared'> | null
}

/** How many words of a search are looked at. */
const WORDS_AT_MOST = 8
/**
 * How many matches of each sort are ranked: those whose name begins with what was written, those whose symbol it is, and
 * others; of these a word's in the order of the words that match, those of several words in any order.
 */
const RANKED_AT_MOST = 64
/** Up to how many entries a word's are counted, to find the rarest of several. */
const COUNTED_AT_MOST = 400
const LAST_CHARACTER = '\u{10FFFF}'

/** How the projects that all the words of a search find are come by. */
export type SearchedWords = {
  /** Each begins a word a project is found by. None where the search has no letter or digit. */
  readonly words: readonly string[]
  /** The keys under which the projects of words that many projects have are kept as bits. */
  readonly keys: readonly string[]
  /** Of the words not kept, that which the fewest projects have; undefined where all are kept. */
  readonly rarest: string | undefined
  /** How many projects have all the words and the facets counted with; undefined unless the words are all kept. */
  readonly counted: Counted | undefined
}

/** The words a search is made of, as projects are found by them. */
export async function searchedWords(
  input: { readonly words: string; readonly countedWith?: readonly string[] },
  reader: Reader,
): Promise<SearchedWords> {
  const found = await reader
    .with(
      'found',
      () =>
        sql<{ word: string; key: string; kept: boolean; n: number }>`(
        select word, 'word:' || word as key, exists (select from word_prefixes where prefix = word) as kept,
          (select count(*) from (select from project_terms where ${begins(sql`word`)} limit ${COUNTED_AT_MOST}) as own) as n
        from unnest(search_words(${input.words}::text)) with ordinality as given(word, place)
        group by word order by min(place) limit ${WORDS_AT_MOST})`,
    )
    .selectFrom('found')
    .selectAll()
    .select(totalOf(input.countedWith).as('total'))
    .select(NUMBERED.as('numbered'))
    .execute()
  const [first] = found
  const [rarest] = found.filter(({ kept }) => !kept).toSorted((a, b) => a.n - b.n)
  return {
    words: found.map(({ word }) => word),
    keys: found.flatMap(({ key, kept }) => (kept ? [key] : [])),
    rarest: rarest?.word,
    counted:
      first === undefined || first.total === null
        ? undefined
        : { total: first.total, numbered: first.numbered },
  }
}

function totalOf(facets: readonly string[] | undefined): RawBuilder<number | null> {
  if (facets === undefined) return sql<null>`null::bigint`
  const bits = sql`bits_of(${[...facets]}::text[] || array_agg(key))`
  return sql<number | null>`(select case when bool_and(kept) then ${countOf(bits)} end from found)`
}

/** Rows of `listed` that have all the words, come by from those that have the rarest. */
export function rowsByRarest(rarest: string, words: readonly string[]): RawBuilder<unknown> {
  return sql`(select distinct project_id from project_terms where ${begins(rarest)}) as matched
    cross join lateral (select * from project_lists where project_lists.project_id = matched.project_id offset 0) as listed
    where listed.published and ts_match_vq(listed.words, ${wordsQuery(words)})`
}

function wordsQuery(words: readonly string[]): RawBuilder<unknown> {
  return sql`${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`
}

/**
 * At most `limit` published projects that may be meant: those whose name or symbol is what was written, then those whose
 * name begins with it, then by name.
 */
export async function getNamedProjects(
  input: { readonly words: string; readonly limit: number },
  reader: Reader,
): Promise<readonly NamedProject[]> {
  const searched = await searchedWords({ words: input.words }, reader)
  if (searched.words.length === 0) return []
  const written = searched.words.join(' ')
  const rows = await reader
    .selectFrom(
      sql<{ project_id: string }>`(
        (${named(written)} limit ${RANKED_AT_MOST})
        union (${ofSymbol('symbol', written)} limit ${RANKED_AT_MOST})
        union (${ofSymbol('symbol_declared', written)} limit ${RANKED_AT_MOST})
        union (${matching(searched)} limit ${RANKED_AT_MOST})
        )`.as('found'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('projects')
          .select(['id', 'slug', 'name'])
          .whereRef('projects.id', '=', 'found.project_id')
          .where('state', '=', 'published')
          .limit(1)
          .as('projects'),
      (join) => join.onTrue(),
    )
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

function matching({ words, keys, rarest }: SearchedWords): RawBuilder<unknown> {
  const [first, second] = words
  if (first !== undefined && second === undefined)
    return sql`select project_id from project_terms where ${begins(first)} order by term`
  if (rarest !== undefined) return sql`select listed.project_id from ${rowsByRarest(rarest, words)}`
  const held = sql`(select ${bitsOf(keys)} as held offset 0) as bits`
  const enough = sql`(select ${firstOf(sql`held`, RANKED_AT_MOST)} as held from ${held} offset 0) as enough`
  return sql`select project_id from ${enough}, ${numbersIn(sql`enough.held`)} join project_lists using (no)`
}

/** Published projects whose name begins with what was written. */
function named(written: string): RawBuilder<unknown> {
  const name = sql`${lowered('name')} collate "C"`
  return sql`select id as project_id from projects
    where state = 'published' and ${name} >= ${written} and ${name} < ${written + LAST_CHARACTER} order by ${name}`
}

function ofSymbol(column: 'symbol' | 'symbol_declared', written: string): RawBuilder<unknown> {
  return sql`select project_id from tokens where ${lowered(column)} collate "C" = ${written}`
}

function lowered(column: string): RawBuilder<unknown> {
  return sql.raw(`lower(${column} collate "pg_c_utf8")`)
}

function begins(word: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(term >= ${word} and term < ${word} || ${LAST_CHARACTER}::text)`
}
