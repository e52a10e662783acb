import type { Market } from '../world/markets.ts'
import { fullNameOf } from '../world/repositories.ts'
import type { Site } from '../world/sites.ts'
import { countDone } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import type { Doing } from './ships.ts'

export function siteChange(doing: Doing): Outcome {
  const site = siteOf(doing)
  if (!site) throw new Refusal('not_applicable', `${doing.member.plan.slug} has no site`)
  const turn = countDone(doing.member, 'site-change') + 1
  const path = `/guides/part-${turn}`
  site.sections.push({ path, changedAt: doing.at })
  site.links.push(`https://forum.${site.plan.host}/t/${turn}`)
  site.llms?.push(`[Guide, part ${turn}](https://${site.plan.host}${path})`)
  if (site.openapiPaths.length > 0) site.openapiPaths.push(`/v1/part-${turn}`)
  return {
    summary: `Changed what ${site.plan.host} declares`,
    details: { host: site.plan.host, section: path },
  }
}

/** From now on the home page links to another address every hour, as a site with session ids in its links does. */
export function siteNonce(doing: Doing): Outcome {
  const site = siteOf(doing)
  if (!site) throw new Refusal('not_applicable', `${doing.member.plan.slug} has no site`)
  site.noncesSince ??= doing.at
  return {
    summary: `${site.plan.host} links another address every hour`,
    details: { host: site.plan.host },
  }
}

/** Takes down the first repository, or the site of a member without one. */
export function sourceDown(doing: Doing): Outcome {
  return reach(doing, { down: true })
}

export function sourceUp(doing: Doing): Outcome {
  return reach(doing, { down: false })
}

export function liquidityGone(doing: Doing): Outcome {
  for (const pool of marketsOf(doing).flatMap((market) => market.pools)) pool.gone = true
  return {
    summary: `The liquidity of ${doing.member.plan.slug} is gone`,
    details: { tokens: tokensOf(doing) },
  }
}

export function liquidityBack(doing: Doing): Outcome {
  for (const pool of marketsOf(doing).flatMap((market) => market.pools)) pool.gone = false
  return {
    summary: `The liquidity of ${doing.member.plan.slug} is back`,
    details: { tokens: tokensOf(doing) },
  }
}

/** Every pool has ten times its volume from now on. */
export function volumeSpike(doing: Doing): Outcome {
  for (const pool of marketsOf(doing).flatMap((market) => market.pools)) pool.busy *= 10
  return {
    summary: `The volume of ${doing.member.plan.slug} is ten times as high`,
    details: { tokens: tokensOf(doing) },
  }
}

/** Makes the site name the token of the member `strays` as its own. */
export function nameAnotherToken(doing: Doing): Outcome {
  const { world, member } = doing
  const site = siteOf(doing)
  const other = world.members.get('strays')?.contracts.get('token')
  if (!site || !other || site.tokenLines.length === 0)
    throw new Refusal('not_applicable', `${member.plan.slug} has no site that names a token`)
  site.tokenLines.splice(0, site.tokenLines.length, `Our token is LUM at ${other}.`)
  return { summary: `${site.plan.host} names another token`, details: { host: site.plan.host, token: other } }
}

function reach(doing: Doing, { down }: { down: boolean }): Outcome {
  const words = down ? 'no longer answers' : 'answers again'
  const [id] = doing.member.repositories
  const repository = id === undefined ? undefined : doing.world.hosting.repositories.get(id)
  if (repository) {
    repository.gone = down
    return { summary: `${fullNameOf(repository)} ${words}`, details: { source: fullNameOf(repository) } }
  }
  const site = siteOf(doing)
  if (!site)
    throw new Refusal('not_applicable', `${doing.member.plan.slug} has neither a repository nor a site`)
  site.down = down
  return { summary: `${site.plan.host} ${words}`, details: { source: site.plan.host } }
}

function siteOf({ world, member }: Doing): Site | undefined {
  return member.plan.site && world.sites.get(member.plan.site.host)
}

export function marketsOf({ world, member }: Doing): readonly Market[] {
  const own = new Set([...member.contracts.values()].map((address) => address.toLowerCase()))
  const markets = [...world.markets].filter(([token]) => own.has(token)).map(([, market]) => market)
  if (markets.length === 0) throw new Refusal('not_applicable', `${member.plan.slug} has no market`)
  return markets
}

function tokensOf(doing: Doing): readonly string[] {
  return marketsOf(doing).map((market) => market.token)
}
