import { type RawBuilder, sql } from 'kysely'
import type { ProjectSort } from '#contract/shapes/project-card.ts'

/** Orders of listed projects: those that can be asked for, and those that tabs have of their own. */
export type ProjectOrder = ProjectSort | 'mostActive' | 'firstShip'
type Direction = 'forward' | 'backward'
type Part = Readonly<Record<Direction, string>>

const ORDERS: Readonly<Record<ProjectOrder, readonly Part[]>> = {
  activity: [falling('last_activity_at'), rising('project_id')],
  newest: [falling('first_published_at'), rising('project_id')],
  marketCap: [rising('valuation_order'), falling('valuation_usd'), rising('project_id')],
  liquidity: [falling('liquidity_usd'), rising('project_id')],
  volume24h: [falling('volume_24h_usd'), rising('project_id')],
  mostActive: [falling('meaningful_ships_30d'), falling('last_activity_at'), rising('project_id')],
  firstShip: [rising('first_ship_at'), rising('project_id')],
}

/** The order as a statement has it, over `listed`; what is not known comes last, and first when read backward. */
export function ordered(order: ProjectOrder, direction: Direction): RawBuilder<unknown> {
  return sql.raw(ORDERS[order].map((part) => part[direction]).join(', '))
}

/** Where a page is read: so many rows from one end of the list. */
export type PagePlace = { readonly direction: Direction; readonly limit: number; readonly offset: number }

/** The page's place from the nearer end of a list of so many rows; its limit is 0 past the end. */
export function nearerEnd(
  page: { readonly limit: number; readonly offset: number },
  total: number,
): PagePlace {
  const after = total - page.offset
  if (after <= page.offset) {
    const limit = Math.max(0, Math.min(page.limit, after))
    return { direction: 'backward', limit, offset: Math.max(0, after - limit) }
  }
  return { direction: 'forward', limit: page.limit, offset: page.offset }
}

function falling(column: string): Part {
  return { forward: `listed.${column} desc nulls last`, backward: `listed.${column} asc nulls first` }
}

function rising(column: string): Part {
  return { forward: `listed.${column} asc nulls last`, backward: `listed.${column} desc nulls first` }
}
