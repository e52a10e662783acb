import { COVERAGE_DIMENSIONS, type CoverageDimension } from '#contract/enums.ts'
import { shortAddress } from '#contract/ids.ts'
import type { ScanCard } from '#contract/shapes/scan-card.ts'
import type { TokenLookup } from '#contract/shapes/token-lookup.ts'
import type { Instant } from '#contract/time.ts'
import { plainWords, quoteInText } from '../agent/words.ts'
import { drawnName, drawnNameInLine } from '../cards/drawn-words.ts'
import { unmeasuredScan } from '../cards/scan-card.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { locksMarkdown } from '../project/lock-text.ts'
import { shipDateText } from '../ships/week.ts'
import { receiptLink, type Site, scanAddress } from '../site/links.ts'
import { noCountedShip, notEvaluated, noValueWords } from '../words/building.ts'
import { instantWords, UNDATED } from '../words/clocks.ts'
import { knownMarketStatus, listWords, listWordsFirst, unmeasuredWords } from '../words/figures.ts'

type Reason = NonNullable<ScanCard['reason']>

/** The text of each answer without a project: what it says, and what it does not say. */
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

/**
 * The name of a token: its symbol as the contract returns it, or else its symbol as the project writes it, or else its
 * full name.
 */
export function tokenName({ symbol, symbolDeclared, name }: TokenLookup): string | undefined {
  return symbol ?? symbolDeclared ?? name
}

/** Whether a project has the contract as its token, but itself names another contract. */
export function isOtherToken({ tokenVerification }: Pick<TokenLookup, 'tokenVerification'>): boolean {
  return tokenVerification === 'MISMATCH'
}

/** Said where a project names another contract as its token than the one that is recorded. */
export const OTHER_TOKEN = 'The project names another contract as its token.'

/** Said beside the activity of a project that names another contract as its token. */
export const NOT_OF_TOKEN = 'The activity is the project’s, and is not linked to this token.'

/**
 * The title of a token's page. It states the answer: "LUM of Lumen: verified token, shipping". A token that the project
 * does not name has no status in its title: "KITE 0x96bc…ad3c: not the token that Kitehouse names".
 */
export function tokenTitle({ scan, lookup }: Answers): string {
  const { contract_address: address, reason = 'unpublished' } = scan
  const short = shortAddress(address)
  if (lookup?.project === undefined) return `${short}: ${UNPUBLISHED[reason].heading.toLowerCase()}`
  const name = tokenName(lookup)
  const verified = lookup.tokenVerification
  if (verified === 'MISMATCH') return otherTitle({ name, address: short, project: lookup.project.name })
  return `${name === undefined ? short : name} of ${lookup.project.name}: ${verifiedWords(verified)}, ${activityWords(lookup)}`
}

/** Whether the project ships, as the end of a title. */
function activityWords({ activityStatus = 'UNKNOWN', activityLabel }: TokenLookup): string {
  return activityStatus === 'UNKNOWN' ? 'not known whether it ships' : String(activityLabel).toLowerCase()
}

function otherTitle(of: {
  readonly name: string | undefined
  readonly address: string
  readonly project: string
}): string {
  const { name, address, project } = of
  return `${name === undefined ? '' : `${name} `}${address}: not the token that ${project} names`
}

function verifiedWords(verified: 'VERIFIED' | 'UNVERIFIED' | undefined): string {
  if (verified === undefined) return 'verification not known'
  return verified === 'VERIFIED' ? 'verified token' : 'token not verified'
}

/** The words on the picture of a token. Shared pictures are kept for long, so the words state a date. */
export function sharedToken({ scan, lookup }: Answers): SharedWords {
  const { contract_address: address, chain_id: chain, reason = 'unpublished' } = scan
  const contract = `${address} on chain ${chain}`
  if (lookup?.project === undefined) {
    const { heading, meaning } = UNPUBLISHED[reason]
    return { title: 'Token lookup', lines: [`${heading}. ${meaning}`, contract] }
  }
  const { project, tokenVerification: verified, activityLabel, asOf } = lookup
  const when = asOf === undefined ? 'Not evaluated yet' : `As of ${instantWords(asOf)}`
  const owner = drawnNameInLine(project)
  const title = drawnName({ name: tokenName(lookup) ?? 'Token', slug: `Token of ${project.slug}` })
  if (verified === 'MISMATCH') {
    const activity = `Activity of ${owner}: ${activityLabel}`
    return { title, lines: [`Recorded for ${owner}. ${OTHER_TOKEN}`, activity, contract, when] }
  }
  return {
    title,
    lines: [`Of ${owner}: ${verifiedWords(verified)}.`, `Activity: ${activityLabel}`, contract, when],
  }
}

/** A token as Markdown: whether a project is published for it, and what is known of that project. */
export function tokenText(
  { scan, lookup, locks }: Answers & { readonly locks?: Parameters<typeof locksMarkdown>[0] },
  site: Site,
): string {
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
  const { project, activityLabel, researchLevel, asOf } = lookup
  const why = unmeasuredScan(scan)
  const isOther = isOtherToken(lookup)
  const ofProject = isOther ? ` of the project ${plainWords(project.name)}` : ''
  const ship = project.lastShip
  const lines = [
    `- Contract: ${address} on chain ${chain}`,
    `- Token verification: ${verificationWords(lookup)}`,
    `- Activity${ofProject}: ${activityLabel}`,
    `- Last ship${ofProject}: ${ship === undefined ? unknownShip(lookup) : `${shipDateText(ship) ?? UNDATED}, ${quoteInText(ship.title)} (${listWords(ship.kind)}), ${receiptLink(ship.evidenceId, site)}`}`,
    `- Research: ${researchLevel === undefined ? unknownWords(lookup, 'researchLevel') : listWords(researchLevel)}`,
    `- Evaluated: ${asOf === undefined ? 'not yet' : asOf}`,
    `- Project: ${site.baseUrl}/projects/${project.slug}`,
  ]
  return [
    `# ${plainWords(headingOf(lookup, project.name))}`,
    ...(isOther ? [`${OTHER_TOKEN} ${NOT_OF_TOKEN}`] : []),
    ...(why === undefined ? [] : [why]),
    lines.join('\n'),
    ...readOf(scan),
    ...(locks === undefined ? [] : locksMarkdown(locks, site)),
    ...marketTextOf(scan),
    json,
    `${disclaimer}\n`,
  ].join('\n\n')
}

function headingOf(lookup: TokenLookup, project: string): string {
  const { contract: address } = lookup
  const name = tokenName(lookup)
  if (isOtherToken(lookup)) return otherTitle({ name, address: shortAddress(address), project })
  return `${name === undefined ? address : name} of ${project}`
}

function verificationWords(lookup: TokenLookup): string {
  const { tokenVerification, tokenVerificationReason: reason } = lookup
  if (tokenVerification === undefined) return unknownWords(lookup, 'tokenVerification')
  return [tokenVerification, ...(reason === undefined ? [] : [reason])].map(listWords).join(', ')
}

function unknownShip(lookup: TokenLookup): string {
  const { activityStatus: status = 'UNKNOWN', claims } = lookup
  const silent = noCountedShip({ status, reason: claims?.['lastShip']?.reason })
  return silent === undefined ? unknownWords(lookup, 'lastShip') : `unknown (${silent.words})`
}

/** An unknown field, with the reason where the answer has one. */
function unknownWords(
  {
    claims,
    asOf,
  }: {
    readonly claims?: ScanCard['claims'] | undefined
    readonly asOf?: Instant | null | undefined
  },
  field: string,
): string {
  const reason = claims?.[field]?.reason
  return reason === undefined ? 'unknown' : `unknown (${noValueWords({ reason, asOf })})`
}

/** How well the project is read. */
function readOf(scan: ScanCard): readonly string[] {
  const { coverage, as_of: asOf } = scan
  const dimensions =
    coverage &&
    COVERAGE_DIMENSIONS.map(
      (dimension) => `- ${listWordsFirst(dimension)}: ${stateWords(dimension, coverage, asOf)}`,
    )
  return dimensions === undefined ? [] : ['## What is read', dimensions.join('\n')]
}

/** The market of the token. */
function marketTextOf(scan: ScanCard): readonly string[] {
  const { market, claims, as_of: asOf } = scan
  if (market === undefined) return []
  const status = knownMarketStatus(market.status)
  return [
    '## Market, as context',
    `- Market status: ${status === undefined ? unknownWords({ claims, asOf }, 'market') : listWords(status)}${readAt(market.observed_at)}`,
  ]
}

function stateWords(
  dimension: CoverageDimension,
  coverage: NonNullable<ScanCard['coverage']>,
  asOf: ScanCard['as_of'],
): string {
  const { state, observed_at: at } = coverage[dimension]
  if (state === 'MEASURED') return `measured${readAt(at)}`
  const why = notEvaluated({ reason: state, asOf })?.words ?? unmeasuredWords(dimension, state)
  return `not measured (${why})${readAt(at)}`
}

function readAt(at: Instant | null): string {
  return at === null ? '' : `, read ${at}`
}
