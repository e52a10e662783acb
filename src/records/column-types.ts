import type { ColumnType } from 'kysely'
import type { JsonValue } from '#domain/ledger/draft.ts'

/**
 * A text column with a narrower type for readers. Its constraint, or its only writer, ensures that type; writers give
 * text.
 */
export type Text<T extends string> = ColumnType<T, string, string>
/** A column of a list of texts. */
export type Texts<T extends string> = ColumnType<T[], readonly string[], readonly string[]>
/** A column of JSON that only this service writes. */
export type JsonOf<T> = ColumnType<T, JsonValue, JsonValue>
