import type { Finding } from './finding.ts'

const RULE = 'additive-migration'
/** The newest migration of the first release. No version has fewer migrations. */
const FIRST_RELEASE = 12
const NAME = /(?<number>\d{4})_(?:requires_(?<required>\d{4})_)?[a-z_]+\.sql$/
const COMMENT = /--.*$/gm
const PARENTHESES = /\([^()]*\)/g
const ADDS_TABLE = /^create table (?:if not exists )?(\w+)/
const ON_TABLE = /^create (?:unique index|trigger) .* on (\w+)/
const ALTERS_TABLE = /^alter table \w+ (.*)$/
const ADDS_COLUMN = /^add column (?!.* not null\b)/
const ADDS_ROWS_OR_INDEX = /^(?:create index|comment on|insert into) /

/**
 * Finds the statements of a migration that would break the version before. Each must only add: tables, rows, indexes,
 * or columns that may be null. A migration that must do more names, in `NNNN_requires_MMMM_subject.sql`, an earlier
 * migration that all running code must have.
 */
export function findNonAdditive(path: string, text: string): readonly Finding[] {
  const { number, required } = NAME.exec(path)?.groups ?? {}
  if (number === undefined || Number(number) <= FIRST_RELEASE) return []
  if (required !== undefined) return required < number ? [] : [{ path, line: 1, rule: RULE }]
  const statements = statementsIn(text)
  const made = statements.flatMap(({ words }) => ADDS_TABLE.exec(words)?.[1] ?? [])
  return statements
    .filter(({ words }) => !isAdditive(words, made))
    .map(({ line }) => ({ path, line, rule: RULE }))
}

function isAdditive(words: string, made: readonly string[]): boolean {
  if (ADDS_TABLE.test(words) || ADDS_ROWS_OR_INDEX.test(words)) return true
  const [, table] = ON_TABLE.exec(words) ?? []
  if (table !== undefined) return made.includes(table)
  const [, actions] = ALTERS_TABLE.exec(words) ?? []
  return (
    actions
      ?.replace(PARENTHESES, '')
      .split(', ')
      .every((action) => ADDS_COLUMN.test(action)) ?? false
  )
}

type Statement = { readonly words: string; readonly line: number }

/** The statements, in lower case with single spaces. A function with a semicolon in its body counts as several. */
function statementsIn(text: string): readonly Statement[] {
  let line = 1
  return text
    .replace(COMMENT, '')
    .split(';')
    .flatMap((part) => {
      const leading = part.slice(0, part.search(/\S|$/))
      const statement = {
        words: part.trim().toLowerCase().replace(/\s+/g, ' '),
        line: line + newlinesIn(leading),
      }
      line += newlinesIn(part)
      return statement.words === '' ? [] : [statement]
    })
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1
}
