import { shortAddress } from '#contract/ids.ts'
import type { ScanCard } from '#contract/shapes/scan-card.ts'
import type { TokenLookup } from '#contract/shapes/token-lookup.ts'
import { plainWords, quoteInText } from '../agent/words.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { receiptLink, type Site, scanAddress } from '../site/links.ts'
import { instantWords } from '../words/clocks.ts'
import { listWords } from '../words/figures.ts'

type Reason = NonNullable<ScanCard['reason']>

/** What each answer without a project says, and what it does not say. */
export const UNPUBLISHED: Readonly<Record<Reason, { readonly heading: string; readonly meaning: string }>> = {
  unpublished: {
    heading: 'No project is published for this token',
    meaning:
      'No published project has this address as its token. That says nothing good and nothing bad about the token.',
  },
  not_a_token: {
    heading: 'This address is not a token',
    meaning: 'The zero address belongs to nobody. No project can have it.',
  },
  unsupported_chain: {
    heading: 'This chain is not indexed',
    meaning: 'Only chain 4663 is indexed. Nothing is known here of contracts on another chain.',
  },
}

type Answers = { readonly scan: ScanCard; readonly lookup: TokenLookup | undefined }

/** The name of a token: its symbol as the contract returns it, or else as the project writes it. */
export function tokenName({ symbol, symbolDeclared, name }: TokenLookup): string | undefined {
  return symbol ?? symbolDeclared ?? name
}

/** Said where a project names another contract as its token than the one that is recorded. */
export const OTHER_TOKEN = 'The project names another contract as its token.'

/** Said beside the activity of a project that names another contract as its token. */
export const NOT_OF_TOKEN = 'The activity is the project’s, and is not linked to this token.'

/**
 * The title of a token's page, which is an answer: "LUM of Lumen: verified token, shipping". A token that the project
 * does not name has no status in its title: "KITE 0x96bc…ad3c: not the token that Kitehouse names".
 */
export function tokenTitle({ scan, lookup }: Answers): string {
  const { contract_address: address, reason = 'unpublished' } = scan
  const short = shortAddress(address)
  if (lookup?.project === undefined) return `${short}: ${UNPUBLISHED[reason].heading.toLowerCase()}`
  const name = tokenName(lookup)
  const verified = lookup.tokenVerification
  if (verified === 'MISMATCH') return otherTitle({ name, address: short, project: lookup.project.name })
  const state = verified === undefined ? 'verification not known' : VERIFICATION[verified]
  return `${name === undefined ? short : name} of ${lookup.project.name}: ${state}, ${String(lookup.activityLabel).toLowerCase()}`
}

function otherTitle(of: {
  readonly name: string | undefined
  readonly address: string
  readonly project: string
}): string {
  const { name, address, project } = of
  return `${name === undefined ? '' : `${name} `}${address}: not the token that ${project} names`
}

const VERIFICATION = {
  VERIFIED: 'verified token',
  UNVERIFIED: 'token not verified',
} as const

/** The words of the picture of a token. Pictures are kept for long where they are shared, so that it states a date. */
export function sharedToken({ scan, lookup }: Answers): SharedWords {
  const { contract_address: address, chain_id: chain, reason = 'unpublished' } = scan
  const contract = `${address} on chain ${chain}`
  if (lookup?.project === undefined) {
    const { heading, meaning } = UNPUBLISHED[reason]
    return { title: 'Token lookup', lines: [`${heading}. ${meaning}`, contract] }
  }
  const { project, tokenVerification: verified, activityLabel, asOf } = lookup
  const when = asOf === undefined ? 'Not evaluated yet' : `As of ${instantWords(asOf)}`
  const title = tokenName(lookup) ?? 'Token'
  if (verified === 'MISMATCH') {
    const activity = `Activity of ${project.name}: ${activityLabel}`
    return { title, lines: [`Recorded for ${project.name}. ${OTHER_TOKEN}`, activity, contract, when] }
  }
  const state = verified === undefined ? 'verification not known' : VERIFICATION[verified]
  return {
    title,
    lines: [`Of ${project.name}: ${state}.`, `Activity: ${activityLabel}`, contract, when],
  }
}

/** A token as Markdown: whether a project is published for it. */
export function tokenText({ scan, lookup }: Answers, site: Site): string {
  const { contract_address: address, chain_id: chain, reason = 'unpublished', disclaimer } = scan
  const json = `JSON: ${scanAddress(address, site)}${lookup === undefined ? `&chain=${chain}` : ''}`
  if (lookup?.project === undefined) {
    const { heading, meaning } = UNPUBLISHED[reason]
    return [
      `# ${heading}`,
      `- Contract: ${address} on chain ${chain}`,
      meaning,
      json,
      `${disclaimer}\n`,
    ].join('\n\n')
  }
  const { project, tokenVerification, activityLabel, asOf } = lookup
  const isOther = tokenVerification === 'MISMATCH'
  const ofProject = isOther ? ` of the project ${plainWords(project.name)}` : ''
  const ship = project.lastShip
  const lines = [
    `- Contract: ${address} on chain ${chain}`,
    `- Token verification: ${tokenVerification === undefined ? 'unknown' : listWords(tokenVerification)}`,
    `- Activity${ofProject}: ${activityLabel}`,
    `- Last ship${ofProject}: ${ship === undefined ? 'unknown' : `${quoteInText(ship.title)}, ${receiptLink(ship.evidenceId, site)}`}`,
    `- Evaluated: ${asOf === undefined ? 'not yet' : asOf}`,
    `- Project: ${site.baseUrl}/projects/${project.slug}`,
  ]
  return [
    `# ${plainWords(headingOf(lookup, project.name))}`,
    ...(isOther ? [`${OTHER_TOKEN} ${NOT_OF_TOKEN}`] : []),
    lines.join('\n'),
    json,
    `${disclaimer}\n`,
  ].join('\n\n')
}

function headingOf(lookup: TokenLookup, project: string): string {
  const { contract: address, tokenVerification } = lookup
  const name = tokenName(lookup)
  if (tokenVerification === 'MISMATCH') return otherTitle({ name, address: shortAddress(address), project })
  return `${name === undefined ? address : name} of ${project}`
}
