import { sql } from 'kysely'
import type { Writer } from '#records/database.ts'

/** A word that at least so many projects have is kept as bits, and so is each prefix of words of theirs. */
const MANY = 400
/** Into how many spans an order is cut, from so many listed projects on. */
const SPANS = 16
const CUT_FROM = 4000

/**
 * What writers keep as differences, and what takes those together, so that each of what is kept is read from one row
 * again.
 */
const KEPT = {
  project_bits: sql`select add_up_project_bits(${MANY})`,
  project_cuts: sql`select cut_project_orders(${SPANS}, ${CUT_FROM})`,
  ship_spans: sql`select add_up_ship_spans()`,
} as const

/** Takes the differences of what is kept together. */
export async function addUpCounts(
  input: { readonly kept: keyof typeof KEPT },
  writer: Writer,
): Promise<void> {
  await KEPT[input.kept].execute(writer)
}
