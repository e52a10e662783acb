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

/** The title of a token's page, which is an answer: "LUM of Lumen: verified, Shipping". */
export function tokenTitle({ scan, lookup }: Answers): string {
  const { contract_address: address, reason = 'unpublished' } = scan
  const short = shortAddress(address)
  if (lookup?.project === undefined) return `${short}: ${UNPUBLISHED[reason].heading.toLowerCase()}`
  const name = tokenName(lookup)
  const verified = lookup.tokenVerification
  const state = verified === undefined ? 'verification not known' : VERIFICATION[verified]
  return `${name === undefined ? short : name} of ${lookup.project.name}: ${state}, ${String(lookup.activityLabel).toLowerCase()}`
}

const VERIFICATION = {
  VERIFIED: 'verified token',
  UNVERIFIED: 'token not verified',
  MISMATCH: 'not the token that the project names',
} as const

/** Said where a project names another contract as its token than the one that is recorded. */
export const OTHER_TOKEN = 'The project names another contract as its token.'

/** The words of the picture of a token. Pictures are kept for long where they are shared, so that it states a date. */
export function sharedToken({ scan, lookup }: Answers): SharedWords {
  const { contract_address: address, chain_id: chain, reason = 'unpublished' } = scan
  const contract = `${address} on chain ${chain}`
  if (lookup?.project === undefined) {
    const { heading, meaning } = UNPUBLISHED[reason]
    return { title: 'Token lookup', lines: [`${heading}. ${meaning}`, contract] }
  }
  const { project, tokenVerification: verified, activityLabel, asOf } = lookup
  const state = verified === undefined ? 'verification not known' : VERIFICATION[verified]
  const when = asOf === undefined ? 'Not evaluated yet' : `As of ${instantWords(asOf)}`
  const name = tokenName(lookup) ?? 'Token'
  return {
    title: name,
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
  const { project, tokenVerification, activityLabel, activityAppliesToToken, asOf } = lookup
  const name = tokenName(lookup)
  const ship = project.lastShip
  const lines = [
    `- Contract: ${address} on chain ${chain}`,
    `- Token verification: ${tokenVerification === undefined ? 'unknown' : listWords(tokenVerification)}`,
    `- Activity: ${activityLabel}${activityAppliesToToken === false ? ', of the project and not linked to this token' : ''}`,
    `- Last ship: ${ship === undefined ? 'unknown' : `${quoteInText(ship.title)}, ${receiptLink(ship.evidenceId, site)}`}`,
    `- Evaluated: ${asOf === undefined ? 'not yet' : asOf}`,
    `- Project: ${site.baseUrl}/projects/${project.slug}`,
  ]
  return [
    `# ${plainWords(name === undefined ? address : name)} of ${plainWords(project.name)}`,
    lines.join('\n'),
    json,
    `${disclaimer}\n`,
  ].join('\n\n')
}
