import type { NotedField } from '#contract/shapes/partner-card.ts'
import { FACT_NAMES } from '#domain/project/evidence-words.ts'

/** The name of each field wherever a project is shown in words, by its field of the Partner Card. */
export const FIELD_NAMES: Readonly<Record<NotedField, string>> = {
  svc_status: FACT_NAMES['activity.status'],
  token_verification: FACT_NAMES['token.verification'],
  research_level: FACT_NAMES['research.level'],
  last_activity_at: 'Last activity',
  latest_meaningful_ship: 'Latest meaningful ship',
  meaningful_ships_30d: 'Meaningful ships in 30 days',
  latest_release: 'Latest release',
  latest_deployment: 'Latest deployment or upgrade',
  last_code_activity: 'Latest code activity',
  repo_url: 'Repository',
  latest_signal: 'Latest signal',
  market_status: FACT_NAMES['market.status'],
}
