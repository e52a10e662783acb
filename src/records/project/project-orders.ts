import { type RawBuilder, sql } from 'kysely'
import type { ProjectSort } from '#contract/shapes/project-card.ts'

/** Orders of listed projects: those that can be asked for, and those that tabs have of their own. */
export type ProjectOrder = ProjectSort | 'mostActive' | 'firstShip'

/** What is compared, falling; the project's id comes after it. */
const COMPARED: Readonly<Record<ProjectOrder, readonly [string] | readonly [string, string]>> = {
  activity: ['by_activity'],
  newest: ['by_publication'],
  marketCap: ['by_valuation_kind', 'by_valuation'],
  liquidity: ['by_liquidity'],
  volume24h: ['by_volume'],
  mostActive: ['by_ships', 'by_activity'],
  firstShip: ['by_first_ship'],
}

/** A place in an order: what a project there has. */
export type OrderPlace = Readonly<Record<'x' | 'y' | 'id', RawBuilder<unknown>>>

/** The order as a statement has it, over `listed`; what is not known comes last. */
export function ordered(order: ProjectOrder): RawBuilder<unknown> {
  return sql.raw(
    columnsOf(order)
      .map((column) => `${column} desc`)
      .join(', '),
  )
}

/** Rows of `listed` at a place or behind it. */
export function atOrAfter(order: ProjectOrder, { x, y, id }: OrderPlace): RawBuilder<unknown> {
  const place = COMPARED[order].length === 1 ? [x, id] : [x, y, id]
  return sql`(${sql.raw(columnsOf(order).join(', '))}) <= (${sql.join(place)})`
}

function columnsOf(order: ProjectOrder): readonly string[] {
  return [...COMPARED[order], 'project_id'].map((column) => `listed.${column}`)
}
