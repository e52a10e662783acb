import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { counted } from '#domain/rules/rule.ts'
import { endWords } from '../../words/counts.ts'
import { knownList } from '../known-list.ts'
import { restingOn, type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { figureClaim, valuationClaim, withheldClaim } from './figures.ts'
import { lastShipClaim } from './ships.ts'
import { whoseActivity } from './verification.ts'

/** A project of a list: its status, its newest counted ship and its market figures. */
export function projectClaims(card: ProjectCard): AgentClaim[] {
  const { slug, lastShip, claims } = card
  const ship = lastShip && lastShipClaim(slug, lastShip, claims?.['lastShip'])
  return knownList([statusClaim(card), ship, ...figureClaims(card)])
}

function statusClaim(card: ProjectCard): AgentClaim {
  const { slug, name, status, statusLabel, claims, asOf, token, meaningfulShips30d: ships } = card
  const end = endWords(card.meaningfulShips30dAsOf, asOf)
  const shipped =
    ships === undefined ? undefined : say`; ${counted(ships, 'meaningful ship')} in 30 days${end}`
  const whose = whoseActivity(card.activityAppliesToToken)
  const resting = restingOn(claims?.['status'])
  return {
    ...resting,
    ...say`${quoteWords(name)} (slug ${slug}${tokenWords(token)}): ${status}, ${statusLabel}${shipped}${whose}.`,
    ...(resting.kind !== 'UNKNOWN' && { value: status }),
    ...(asOf !== undefined && resting.asOf === undefined && { asOf }),
  }
}

function tokenWords(token: ProjectCard['token']): Said | undefined {
  if (token === undefined) return undefined
  const { symbol, contract } = token
  return symbol === undefined ? say`, token ${contract}` : say`, token ${quoteWords(symbol)} ${contract}`
}

/** The market figures of a card. Unknown figures are left out. */
function figureClaims(card: ProjectCard): AgentClaim[] {
  const { slug, marketCap, liquidity, volume24h, valuationWithheld, marketDoubt, claims } = card
  return knownList([
    marketCap && valuationClaim(slug, marketCap, claims?.['marketCap']),
    valuationWithheld && withheldClaim(slug, 'valuation', valuationWithheld),
    liquidity && figureClaim({ slug, name: 'liquidity' }, liquidity, claims?.['liquidity']),
    volume24h && figureClaim({ slug, name: 'volume in 24 hours' }, volume24h, claims?.['volume24h']),
    marketDoubt && withheldClaim(slug, 'market figures', marketDoubt),
  ])
}
