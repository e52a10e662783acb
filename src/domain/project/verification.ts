import { derived, type NonEmpty, nonEmpty, type UnknownReason } from '#contract/claim.ts'
import type { TokenVerification } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { type Instant, latest, msOf } from '#contract/time.ts'
import { wasRead } from '#domain/collecting/watching.ts'
import type { Conclusion, Source, Stream, TokenStatement } from '#domain/evidence.ts'

/** The rule of the token verification. */
export const VERIFICATION_RULE = { id: 'token.verification@5' } as const

/** The statements that decide the verdict by their kind, strongest first. */
const DECISIVE = [
  { kind: 'token_signed', status: 'VERIFIED', reason: 'signed_by_deployer' },
  { kind: 'token_named', status: 'VERIFIED', reason: 'site_names_token' },
  { kind: 'other_token_named', status: 'MISMATCH', reason: 'site_names_another' },
  { kind: 'token_deploy_record', status: 'VERIFIED', reason: 'repository_deploy_record' },
] as const

type VerificationReason =
  | (typeof DECISIVE)[number]['reason']
  | 'self_reported'
  | 'site_silent'
  | 'launchpad_record'
  | 'market_listing'
  | 'not_checked'

type TokenVerdict = { readonly status: TokenVerification; readonly reason: VerificationReason }

/** The token's verdict. */
export type VerificationConclusion = Conclusion<TokenVerdict> & {
  /**
   * False while a source that can decide otherwise was never tried, or a signature was not checked. Such a verdict is
   * recorded but not stated.
   */
  readonly confirmed: boolean
}

/** The inputs of the token verification. */
export type TokenEvidence = {
  readonly token: ContractAddress
  /** The token's own source: the evidence when there is no other. */
  readonly tokenSourceId: EvidenceId
  readonly statements: readonly TokenStatement[]
  readonly sources: readonly Source[]
  /** Launch records that name the token. */
  readonly launches: readonly EvidenceId[]
}

/**
 * Whether the project itself names this contract: VERIFIED, UNVERIFIED or MISMATCH with the reason. Never unknown;
 * UNVERIFIED `not_checked` without inputs. A signature counts once it was checked against the chain, and a deploy
 * record once its file was read. Only a site that speaks for the project verifies its token or names another. The last
 * statement of an unreachable site is used, with its date.
 * @source contract, Partner Card
 */
export function verifyToken(input: TokenEvidence): VerificationConclusion {
  const { verdict, evidence } = judge(input)
  const readSites = input.sources.filter(isReadSite)
  return {
    claim: derived(verdict, VERIFICATION_RULE.id, evidence),
    confirmed: verdict.reason === 'signed_by_deployer' || !isPartlyUntried(input, verdict.status),
    supportedUntil: lastNamedAt(input),
    rule: VERIFICATION_RULE.id,
    inputs: {
      token: input.token,
      statements: input.statements,
      launches: input.launches,
    },
    unknownInputs: [
      ...(readSites.length === 0 ? [{ input: 'site', reason: siteState(input.sources) }] : []),
      ...input.statements
        .filter((statement) => statement.names === null)
        .map((statement) => ({ input: statement.id, reason: 'NOT_ENOUGH_YET' as const })),
    ],
  }
}

/**
 * When the newest statement about the token was observed or a site was last read for its token, whichever is later.
 * Without either, the latest attachment of a source; null without a source.
 */
function lastNamedAt(input: TokenEvidence): Instant | null {
  const read = input.sources.flatMap(namingStreams).map(({ lastOkAt }) => lastOkAt)
  const named = [lastStatedAt(input), ...read].filter((at) => at !== null)
  return latest(named.length === 0 ? input.sources.map(({ attachedAt }) => attachedAt) : named)
}

type Stated = Pick<TokenEvidence, 'statements' | 'sources'>
type StatedOfToken = Stated & Pick<TokenEvidence, 'token'>

/**
 * When the newest confirmed statement was observed; without a confirmed statement, the newest statement. Null without a
 * statement.
 */
function lastStatedAt(stated: Stated): Instant | null {
  const confirmed = confirmedStatements(stated)
  return latest((confirmed.length === 0 ? stated.statements : confirmed).map(({ observedAt }) => observedAt))
}

/**
 * The statements that a reading or a check confirms: statements of sites that speak for the project, verified
 * signatures, and deploy records of the project's repositories.
 */
function confirmedStatements({ statements, sources }: Stated): readonly TokenStatement[] {
  const speaking = sources.filter(speaksForProject).map(({ id }) => id)
  const repositories = sources.filter(isOwnRepository).map(({ id }) => id)
  return statements.filter(({ kind, by, sourceId, signature, record }) => {
    if (kind === 'token_signed') return signature?.outcome === 'verified'
    if (kind === 'token_deploy_record')
      return record?.outcome === 'named' && repositories.includes(record.source)
    return by === 'site' && sourceId !== null && speaking.includes(sourceId)
  })
}

/** The statements of one kind that decide a verdict. */
type Decisive = (typeof DECISIVE)[number] & { readonly statements: NonEmpty<TokenStatement> }

/** The statements of each kind that decide the verdict on a token, strongest first. */
function decisiveStatements({ token, ...stated }: StatedOfToken): readonly Decisive[] {
  const confirmed = confirmedStatements(stated)
  return DECISIVE.flatMap((decisive) => {
    const statements = nonEmpty(
      confirmed.filter(
        ({ kind, names }) =>
          kind === decisive.kind &&
          (kind === 'other_token_named' ? names !== null && names !== token : names === token),
      ),
    )
    return statements === undefined ? [] : [{ ...decisive, statements }]
  })
}

/**
 * The statements that show the verdict on a token: the decisive statements, and the next weaker statements that agree
 * with them. Empty while no confirmed statement decides.
 */
export function verdictStatements(input: StatedOfToken): readonly TokenStatement[] {
  const decisive = decisiveStatements(input)
  const dissent = decisive.findIndex(({ status }) => status !== decisive[0]?.status)
  return decisive.slice(0, dissent === -1 ? decisive.length : dissent).flatMap(({ statements }) => statements)
}

type Judgement = { readonly verdict: TokenVerdict; readonly evidence: NonEmpty<EvidenceId> }

function judge(input: TokenEvidence): Judgement {
  const [strongest] = decisiveStatements(input)
  if (strongest === undefined) return judgeUnverified(input)
  const { status, reason, statements } = strongest
  const [first, ...rest] = statements
  return { verdict: { status, reason }, evidence: [first.id, ...rest.map(({ id }) => id)] }
}

function judgeUnverified({ token, tokenSourceId, statements, sources, launches }: TokenEvidence): Judgement {
  const reported = statements.filter((statement) => statement.names === token)
  const silent = sources.filter((source) => isReadSite(source) && mayBeRead(source))
  const markets = sources.filter((source) => source.kind === 'market' && wasRead(source))
  return (
    verdictOf({ status: 'UNVERIFIED', reason: 'self_reported' }, reported) ??
    verdictOf({ status: 'UNVERIFIED', reason: 'site_silent' }, silent) ??
    verdictOf(
      { status: 'UNVERIFIED', reason: 'launchpad_record' },
      launches.map((id) => ({ id })),
    ) ??
    verdictOf({ status: 'UNVERIFIED', reason: 'market_listing' }, markets) ?? {
      verdict: { status: 'UNVERIFIED', reason: 'not_checked' },
      evidence: [tokenSourceId],
    }
  )
}

function verdictOf(
  verdict: TokenVerdict,
  grounds: readonly { readonly id: EvidenceId }[],
): Judgement | undefined {
  const evidence = nonEmpty(grounds.map((ground) => ground.id))
  return evidence === undefined ? undefined : { verdict, evidence }
}

/** Whether a site speaks for the project: it is counted, and its link to the project is more than its own word. */
export function speaksForProject(source: Source): boolean {
  return source.kind === 'website' && source.counted
}

function isOwnRepository({ kind, counted }: Source): boolean {
  return kind === 'github_repository' && counted
}

function isReadSite(source: Source): boolean {
  return speaksForProject(source) && namingStreams(source).some((stream) => stream.firstOkAt !== null)
}

/**
 * Whether a reading that can change the verdict is still to come: of a site, a signature or a deploy record. A
 * signature can change all but VERIFIED, a deploy record only UNVERIFIED.
 */
function isPartlyUntried(input: TokenEvidence, status: TokenVerification): boolean {
  return (
    input.sources.some(isUntriedSite) ||
    (status !== 'VERIFIED' && hasUncheckedSignature(input)) ||
    (status === 'UNVERIFIED' && hasUnreadRecord(input))
  )
}

/** A site that was just attached has no streams yet. */
function isUntriedSite(source: Source): boolean {
  if (!speaksForProject(source) || source.detachedAt !== null) return false
  const streams = namingStreams(source)
  return streams.length === 0 || streams.some(({ lastTriedAt }) => lastTriedAt === null)
}

/** A check of an earlier signature says nothing of a new one. */
function hasUncheckedSignature({ token, statements }: TokenEvidence): boolean {
  return statements.some(
    ({ kind, by, names, signature }) =>
      kind === 'token_signed' && by === 'signature' && names === token && !signature,
  )
}

/**
 * Whether a deploy record is unread, and a repository that can have it was not read since the statement was observed.
 */
function hasUnreadRecord({ token, statements, sources }: TokenEvidence): boolean {
  const unread = statements.filter(
    ({ kind, by, names, record }) =>
      kind === 'token_deploy_record' && by === 'repository' && names === token && !record,
  )
  const streams = sources
    .filter((source) => isOwnRepository(source) && source.detachedAt === null)
    .map((source) => source.streams.find(({ stream }) => stream === 'repository'))
  return unread.some(({ observedAt }) =>
    streams.some((stream) => !stream?.lastOkAt || msOf(stream.lastOkAt) < msOf(observedAt)),
  )
}

/** Whether the site allows its pages to be read. A site that forbids it is not silent. */
function mayBeRead(source: Source): boolean {
  return namingStreams(source).every((stream) => stream.lastOutcome !== 'disallowed')
}

/** The stream of a site that reads which token it names. */
export const NAMING_STREAM = 'token_naming'

function namingStreams(source: Source): readonly Stream[] {
  return source.streams.filter((stream) => stream.stream === NAMING_STREAM)
}

function siteState(sources: readonly Source[]): UnknownReason {
  const site = sources.find(speaksForProject)
  if (site === undefined) return 'NO_SOURCE'
  return namingStreams(site).some((stream) => stream.lastTriedAt !== null)
    ? 'SOURCE_UNAVAILABLE'
    : 'NOT_ENOUGH_YET'
}
