import type { Insertable } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { Database } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { KNOWN } from './card-evidence.ts'
import { addressOf, aProject, aToken } from './records.ts'

type Listed = Partial<Omit<Insertable<Tables['project_lists']>, 'project_id' | 'published'>>

/** A project with what lists know of it; figures are named by their amount and get a provider, a source and a time. */
export type GivenListing = {
  readonly project?: Partial<Insertable<Tables['projects']>>
  readonly token?: Partial<Insertable<Tables['tokens']>> & { readonly address: string }
  readonly listed?: Listed
  readonly marketCap?: number
  readonly fdv?: number
  readonly liquidity?: number
  readonly volume24h?: number
  readonly evidence?: CardEvidence
}

export const FIGURES_READ = toInstant('2026-11-19T10:00:00Z')

let stored = 0

/** Stores a project as evaluation would have listed it. Answers its slug. */
export async function storeListed(given: GivenListing, database: Database): Promise<Slug> {
  stored += 1
  const project = await aProject({ slug: `listed-${stored}`, ...given.project }, database)
  const projectId = String(project.id)
  if (given.token !== undefined) await aToken({ project_id: projectId, ...given.token }, database)
  await database
    .updateTable('project_lists')
    .set({ activity_status: 'UNKNOWN', ...given.listed, ...figuresOf(given, projectId) })
    .where('project_id', '=', projectId)
    .execute()
  await database
    .insertInto('cards')
    .values({
      project_id: projectId,
      scored_at: toInstant('2026-11-19T11:00:00Z'),
      activity_status: given.listed?.activity_status ?? 'UNKNOWN',
      token_verification: 'UNVERIFIED',
      research_level: 'INDEXED',
      market_status: 'INSUFFICIENT_DATA',
      evidence: JSON.stringify(given.evidence ?? KNOWN),
    })
    .execute()
  return project.slug as Slug
}

/** A contract of its own for each number. */
export function tokenOf(n: number): string {
  return addressOf(0xa0000 + n)
}

function figuresOf({ marketCap, fdv, liquidity, volume24h }: GivenListing, sourceId: string) {
  const usd = marketCap ?? fdv
  return {
    ...(usd === undefined
      ? {}
      : {
          valuation_usd: usd,
          valuation_kind: marketCap === undefined ? 'fdv' : 'marketCap',
          valuation_provider: 'dexscreener',
          valuation_source: sourceId,
          valuation_observed_at: FIGURES_READ,
        }),
    ...figure('liquidity', liquidity, sourceId),
    ...figure('volume_24h', volume24h, sourceId),
  }
}

function figure(name: 'liquidity' | 'volume_24h', usd: number | undefined, sourceId: string) {
  if (usd === undefined) return {}
  return {
    [`${name}_usd`]: usd,
    [`${name}_provider`]: 'dexscreener',
    [`${name}_source`]: sourceId,
    [`${name}_observed_at`]: FIGURES_READ,
  }
}
