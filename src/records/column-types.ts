import type { ColumnType } from 'kysely'
import type { JsonValue } from '#domain/ledger/draft.ts'

/**
 * A text column: whoever writes it gives text, and its constraint or its only writer ensures the type of what is read.
 */
export type Text<T extends string> = ColumnType<T, string, string>
/** A column of a list of texts. */
export type Texts<T extends string> = ColumnType<T[], readonly string[], readonly string[]>
/** A column of JSON that only this service writes. */
export type JsonOf<T> = ColumnType<T, JsonValue, JsonValue>
