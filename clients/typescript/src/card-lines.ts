import type { Claim, Reason } from './claim.ts'
import type { PartnerCard, PartnerShip, UnknownReason } from './generated/types.ts'

/** Why something is unknown, in words. */
export const REASONS: Readonly<Record<UnknownReason, string>> = {
  NO_SOURCE: 'no source has it',
  NOT_ENOUGH_YET: 'not watched for long enough yet',
  STALE: 'the last reading is too old',
  SOURCE_UNAVAILABLE: 'the source cannot be read',
  NOT_APPLICABLE: 'does not apply',
  NOT_RESEARCHED: 'not researched',
  ERROR: 'the source refuses us, or cannot be parsed',
  WITHHELD: 'withheld',
}

/** A Partner Card in plain words, one line a field. An unknown says so, with its reason. */
export function cardLines(card: PartnerCard): readonly string[] {
  const lines: readonly (readonly [string, string])[] = [
    ['Project', `${card.svc_project_name}, ${card.svc_project_url}`],
    ['Contract', `${card.contract_address} on chain ${card.chain_id}`],
    ['Status', `${card.svc_status_label}. ${card.svc_status_help}`],
    ['Token', `${card.token_verification}${card.activity_applies_to_token ? '' : NOT_OF_THE_TOKEN}`],
    ['Research', card.research_level],
    ['Last activity', said(card.last_activity_at, (at) => at)],
    ['Last ship', said(card.latest_meaningful_ship, shipWords)],
    ['Ships in 30 days', said(card.meaningful_ships_30d, String)],
    ['Last release', said(card.latest_release, ({ title, timestamp }) => `${title}, ${timestamp}`)],
    ['Last deployment', said(card.latest_deployment, shipWords)],
    ['Commits in 30 days', said(card.last_code_activity, commitWords)],
    ['Repository', said(card.repo_url, (url) => url)],
    ['Last change', changeWords(card)],
    ['Market', `${card.market_status.status}, read ${said(card.market_status.observed_at, (at) => at)}`],
    ['As of', said(card.as_of, (at) => at)],
    ['Scope', card.disclaimer],
  ]
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, words]) => printable(`${name.padEnd(width)}  ${words}`))
}

const NOT_OF_THE_TOKEN = '; the activity is of the project, which is not linked to this token'

/** The words of a known value, or that it is unknown and why. */
function said<T>(claim: Claim<T>, words: (value: T) => string): string {
  return claim.known ? words(claim.value) : `unknown${reasonWords(claim.reason)}`
}

function reasonWords(reason: Reason): string {
  if (reason === undefined) return ''
  return ` (${Object.hasOwn(REASONS, reason) ? REASONS[reason as UnknownReason] : reason})`
}

function shipWords({ title, kind, timestamp }: PartnerShip): string {
  return `${title} (${kind}), ${said(timestamp, (at) => at)}`
}

function commitWords(code: { readonly commits_30d: number; readonly commits_30d_partial: boolean }): string {
  return `${code.commits_30d_partial ? 'at least ' : ''}${code.commits_30d}`
}

/** The newest change in words. `none_recorded` is an answer; a ledger that cannot be read makes it unknown. */
function changeWords({ latest_change, latest_change_state: state }: PartnerCard): string {
  if (state === 'none_recorded') return 'none recorded'
  return said(latest_change, ({ summary, detected_at }) => `${summary}, first known ${detected_at}`)
}

/** A line without the characters that move a terminal's cursor: sources choose the names in it. */
function printable(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
  return line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}
