import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { ListedToken } from '#domain/project/project-list.ts'
import type { OrNull } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'
import type { Tokens } from '#records/tables.ts'
import { shownToken } from './shown-token.ts'

/** A project in the results of a search. */
type NamedProject = {
  readonly slug: Slug
  readonly name: string
  readonly token: NamedToken | null
}
type NamedToken = Pick<ListedToken, 'address' | 'symbol' | 'symbolDeclared'>
/** The columns of a project's token; all null for a project without a token. */
export type TokenColumns = OrNull<NamedToken>

/** The token of a row; null for a project without one. */
export function namedToken({ address, symbol, symbolDeclared }: TokenColumns): NamedToken | null {
  return address === null ? null : { address, symbol, symbolDeclared }
}

/** The words of a text: NFKC, lower case, only letters and digits, one space between, each of at most 80 characters. */
export function foldedWords(text: RawBuilder<unknown>): RawBuilder<string> {
  const lettersAndDigits = sql`regexp_replace(lower(normalize(${text}, NFKC) collate "pg_c_utf8"), '[^[:alnum:]]+', ' ', 'g')`
  return sql<string>`btrim(regexp_replace(${lettersAndDigits}, '([^ ]{80})[^ ]+', '\\1', 'g'))`
}

/** A text in the form of the column `words`. */
export function searchVector(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array_to_tsvector(array_remove(string_to_array(${foldedWords(text)}, ' '), ''))`
}

/** The first eight words of a search; null where it has no letter or digit. */
export function searchedWords(search: string): RawBuilder<string | null> {
  return sql<string | null>`rtrim(substring(${foldedWords(sql`${search}::text`)} from '^(?:[^ ]+ ?){1,8}'))`
}

/** Rows of `listings` in which every word of a search begins a word; none for a search without a letter or digit. */
export function hasWords(search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`words @@ (replace(${searchedWords(search)}, ' ', ':* & ') || ':*')::tsquery`
}

/**
 * At most `limit` published projects that the search may mean: first those whose name, symbol or contract equals it,
 * then those whose name begins with it, then by name.
 */
export async function getNamedProjects(
  input: { readonly words: string; readonly limit: number },
  reader: Reader,
): Promise<readonly NamedProject[]> {
  const written = searchedWords(input.words)
  const found = sql<{ project_id: string; slug: Slug; name: string; place: number }>`(
    select project_id, slug, name, row_number() over () as place
    from (
      select project_id, slug, name from listings
      where published and ${hasWords(input.words)}
      order by case when ${written} = any(exact_names) then 0
        when starts_with(lower(name collate "pg_c_utf8"), ${written}) then 1 else 2 end, name, slug
      limit ${input.limit}
    ) as ranked)`
  const rows = await reader
    .selectFrom(found.as('found'))
    .leftJoinLateral(sql<Selectable<Tokens>>`${shownToken('found.project_id')}`.as('token'), (join) =>
      join.onTrue(),
    )
    .select(['found.slug', 'found.name', 'token.address', 'token.symbol'])
    .select('token.symbol_declared as symbolDeclared')
    .orderBy('found.place')
    .execute()
  return rows.map((row) => ({ slug: row.slug, name: row.name, token: namedToken(row) }))
}
