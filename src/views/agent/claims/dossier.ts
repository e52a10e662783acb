import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import { knownList } from '../known-list.ts'
import { restingOn, say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { coverageClaim } from './coverage.ts'
import { valuationClaim, withheldClaim } from './figures.ts'
import { projectClaims } from './projects.ts'
import { shipClaim } from './ships.ts'
import { sourceClaim, statementClaim } from './verification.ts'

/** The dossier of a project: its card, its statements and sources, its coverage, its score and its newest ships. */
export function dossierClaims(dossier: Dossier): AgentClaim[] {
  const { description, statements = [], sources, newestShips = [], token } = dossier
  return knownList<AgentClaim>([
    ...projectClaims(dossier),
    description !== undefined && {
      kind: 'FACT',
      ...say`Description: ${quoteWords(description)}.`,
      value: description,
    },
    ...levelClaims(dossier),
    ...coverageClaims(dossier),
    ...scoreClaims(dossier),
    ...marketClaims(dossier),
    token && tokenClaim(dossier, token),
    ...newestShips.map(shipClaim),
    ...statements.map(statementClaim),
    ...sources.map(sourceClaim),
  ])
}

function levelClaims({ researchLevel, tokenVerification, claims, coverage }: Dossier): AgentClaim[] {
  const level = restingOn(claims['researchLevel'])
  const token = restingOn(claims['tokenVerification'])
  return knownList([
    researchLevel === undefined
      ? { ...level, ...say`Research level: unknown.` }
      : { ...level, ...say`Research level: ${researchLevel}.`, value: researchLevel },
    tokenVerification && {
      ...token,
      ...say`Token verification: ${tokenVerification}.`,
      value: tokenVerification,
      freshness: coverage.token_verification.state,
    },
  ])
}

function coverageClaims({ coverage, asOf }: Dossier): AgentClaim[] {
  return Object.entries(coverage).map(([dimension, { state, observedAt }]) => {
    const times = observedAt === undefined ? {} : { observedAt }
    return coverageClaim({ dimension, state, isConcluded: asOf !== undefined, times })
  })
}

function scoreClaims({ score, claims }: Dossier): AgentClaim[] {
  const { buildMomentum, discoveryGap, underTheRadar, rankedAt } = score
  const momentum = restingOn(claims['buildMomentum'])
  const at = rankedAt === undefined ? {} : { asOf: rankedAt }
  return knownList<AgentClaim>([
    buildMomentum === undefined
      ? { ...momentum, kind: 'UNKNOWN', ...say`Build Momentum: not measured.` }
      : { ...momentum, ...say`Build Momentum: ${buildMomentum} of 100.`, value: buildMomentum },
    discoveryGap !== undefined && {
      kind: 'DERIVED',
      ...say`Discovery Gap: ${discoveryGap}.`,
      value: discoveryGap,
      ...at,
    },
    underTheRadar.value === 'NOT_MEASURED'
      ? {
          kind: 'UNKNOWN',
          ...say`Under the radar: not measured${underTheRadar.reason && ` (${underTheRadar.reason})`}.`,
        }
      : {
          kind: 'DERIVED',
          ...say`Under the radar: ${underTheRadar.value}.`,
          value: underTheRadar.value,
          ...at,
        },
  ])
}

function marketClaims({ slug, market, claims, coverage }: Dossier): AgentClaim[] {
  if (market === undefined) return [{ kind: 'UNKNOWN', ...say`Market: nothing is known.` }]
  const { status, observedAt, valuation, valuationWithheld } = market
  const resting = restingOn(claims['marketStatus'])
  return knownList([
    {
      ...resting,
      ...say`Market status: ${status}.`,
      ...(resting.kind !== 'UNKNOWN' && { value: status, freshness: coverage.market.state }),
      ...known({ observedAt }),
    },
    valuation && valuationClaim(slug, valuation, claims['marketCap']),
    valuationWithheld && withheldClaim(slug, 'valuation', valuationWithheld),
  ])
}

function tokenClaim({ slug }: Dossier, token: NonNullable<Dossier['token']>): AgentClaim {
  const { chainId, contract, symbol, readAt } = token
  return {
    kind: 'FACT',
    ...say`Token of ${slug}: ${chainId}:${contract}${symbol && say`, symbol ${quoteWords(symbol)}`}.`,
    value: { chainId, contract },
    ...known({ observedAt: readAt }),
  }
}
