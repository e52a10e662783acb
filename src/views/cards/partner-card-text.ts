import type { NotedField, PartnerCard } from '#contract/shapes/partner-card.ts'
import { counted } from '#domain/rules/rule.ts'
import { quoteInText } from '../agent/words.ts'
import { markdownAddress, markdownText } from '../markup/markdown.ts'
import { endWords } from '../words/counts.ts'
import { FIELD_NAMES } from '../words/fields.ts'

export type TextForm = 'text/plain' | 'text/markdown'

type Line = {
  readonly tag: 'FACT' | 'DERIVED' | 'UNKNOWN'
  readonly text: string
  readonly evidence: readonly string[]
}

/** The Partner Card as lines, each tagged FACT, DERIVED or UNKNOWN and followed by its evidence ids. */
export function partnerCardText(card: PartnerCard, form: TextForm): string {
  const lines = cardLines(card).map((line) => (form === 'text/plain' ? plain(line) : markdown(line)))
  return `${lines.join('\n')}\n`
}

function cardLines(card: PartnerCard): readonly Line[] {
  const noted = notedLines(card)
  return [
    fact(`Project: ${quoteInText(card.svc_project_name)}, ${card.svc_project_url}`),
    fact(`Contract: ${card.contract_address} on chain ${card.chain_id}`),
    noted(
      'svc_status',
      `${card.svc_status} (${card.status}). ${card.svc_status_label}. ${card.svc_status_help}`,
    ),
    noted('token_verification', `${card.token_verification}${unlinked(card)}`),
    noted('research_level', card.research_level),
    activityLine(card) ?? noted('last_activity_at', card.last_activity_at),
    noted('latest_meaningful_ship', shipWords(card.latest_meaningful_ship)),
    noted('meaningful_ships_30d', countWords(card)),
    noted('latest_release', releaseWords(card.latest_release)),
    noted('latest_deployment', shipWords(card.latest_deployment)),
    noted('last_code_activity', codeWords(card)),
    noted('repo_url', card.repo_url),
    noted('latest_signal', signalWords(card.latest_signal)),
    changeLine(card),
    noted('market_status', marketWords(card.market_status)),
    card.as_of === null ? unknownLine('As of', 'never scored') : fact(`As of: ${card.as_of}`),
    fact(`Link: ${card.project_link}`),
    fact(`Scope: ${card.disclaimer}`),
  ]
}

function notedLines(card: PartnerCard) {
  return (field: NotedField, words: string | null): Line => {
    const note = card.claims[field]
    const name = FIELD_NAMES[field]
    if (note.kind === 'UNKNOWN' || words === null)
      return unknownLine(name, note.reason === undefined ? 'not held' : note.reason)
    return {
      tag: note.kind,
      text: `${name}: ${words}`,
      evidence: note.evidence === undefined ? NONE : note.evidence,
    }
  }
}

const NONE: readonly string[] = []

function fact(text: string): Line {
  return { tag: 'FACT', text, evidence: NONE }
}

function unknownLine(name: string, reason: string): Line {
  return { tag: 'UNKNOWN', text: `${name}: unknown (${reason})`, evidence: NONE }
}

function unlinked(card: PartnerCard): string {
  return card.activity_applies_to_token
    ? ''
    : '; the activity is the project’s and is not linked to this token'
}

function changeLine({ latest_change: change, latest_change_state: state }: PartnerCard): Line {
  switch (state) {
    case 'unavailable':
      return unknownLine('Latest change', 'the ledger has not run over it yet, or cannot be read')
    case 'none_recorded':
      return fact('Latest change: none recorded')
    case 'recorded':
      if (change === null) return unknownLine('Latest change', 'not held')
      return {
        tag: 'FACT',
        text: `Latest change: ${change.type}, ${quoteInText(change.summary)}, ${when(change)}`,
        evidence: change.evidence_id === null ? NONE : [change.evidence_id],
      }
  }
}

function when(change: NonNullable<PartnerCard['latest_change']>): string {
  return change.occurred_at === null
    ? `first known ${change.detected_at}`
    : `${change.precision === 'DATE' ? change.occurred_at.slice(0, 10) : change.occurred_at}`
}

/** The line of a newest activity that no source dates; undefined when it is dated or unknown. */
function activityLine({ last_activity_between: span, claims }: PartnerCard): Line | undefined {
  if (span === null) return undefined
  const words = span.from === null ? `before ${span.to}` : `between ${span.from} and ${span.to}`
  const { evidence = NONE } = claims.latest_meaningful_ship
  return { tag: 'DERIVED', text: `${FIELD_NAMES.last_activity_at}: ${words}`, evidence }
}

function shipWords(ship: PartnerCard['latest_meaningful_ship']): string | null {
  if (ship === null) return null
  return [`${quoteInText(ship.title)} (${ship.kind})`, ship.timestamp, ship.url].filter(isText).join(', ')
}

function releaseWords(release: PartnerCard['latest_release']): string | null {
  if (release === null) return null
  const version = release.version === null ? null : `version ${quoteInText(release.version)}`
  return [quoteInText(release.title), version, release.timestamp, release.url].filter(isText).join(', ')
}

function codeWords({ last_code_activity: code, as_of: asOf }: PartnerCard): string | null {
  if (code === null) return null
  const count = `${code.commits_30d_partial ? 'at least ' : ''}${counted(code.commits_30d, 'commit')} in 30 days${endWords(code.commits_30d_as_of, asOf)}`
  return [code.summary, count, code.url].filter(isText).join(', ')
}

function signalWords(signal: PartnerCard['latest_signal']): string | null {
  if (signal === null) return null
  return `${quoteInText(signal.title)} (${signal.kind}), ${signal.window_from} to ${signal.window_to}`
}

function marketWords(market: PartnerCard['market_status']): string | null {
  return market.observed_at === null ? null : `${market.status}, read ${market.observed_at}`
}

function countWords(card: PartnerCard): string | null {
  const { meaningful_ships_30d: count, meaningful_ships_30d_as_of: to } = card
  return count === null ? null : `${count}${endWords(to, card.as_of)}`
}

function isText(part: string | null): part is string {
  return part !== null
}

function plain({ tag, text, evidence }: Line): string {
  return [tag, text, ...evidence.map((id) => `[${id}]`)].join(' ')
}

function markdown({ tag, text, evidence }: Line): string {
  const escaped = text.replace(QUOTED_OR_ADDRESS, (part) =>
    part.startsWith('http') ? markdownAddress(part) : markdownText(part),
  )
  return ['-', `**${tag}**`, escaped, ...evidence.map((id) => `\`${id}\``)].join(' ')
}

/**
 * Splits a line into quotations, addresses and other text. Quotations match first, so that an address in the words of a
 * source stays text.
 */
const QUOTED_OR_ADDRESS = /“[^“”]*”|https?:\/\/\S+?(?=,? |,?$)|(?:(?!“|https?:\/\/).)+/gs
