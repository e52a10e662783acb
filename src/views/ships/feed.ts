import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { type FeedItem, rssFeed } from '../markup/feed.ts'
import { receiptLink, type ViewDeps } from '../site/links.ts'
import { shipOf } from './ship.ts'

/** The ships as RSS, in their order. */
export function shipFeed(ships: readonly ListedShip[], deps: ViewDeps): string {
  const { baseUrl } = deps.site
  return rssFeed({
    title: 'Ships: Evidence Research Service',
    description: 'The newest ships of published projects that count, each with its source.',
    link: `${baseUrl}/changes?domain=build`,
    self: `${baseUrl}/feed/ships.xml`,
    items: ships.map((ship) => itemOf(ship, deps)),
  })
}

function itemOf(ship: ListedShip, deps: ViewDeps): FeedItem {
  const { evidenceId, project, kind, displayTitle, url, occurredAt, precision, detectedAt, backing } = shipOf(
    ship,
    deps,
  )
  const receipt = receiptLink(ship.id, deps.site)
  return {
    guid: evidenceId,
    title: `${project.name}: ${displayTitle}`,
    description: `Kind: ${kind}. Backing: ${backing}. Date: ${occurredAt === null ? 'unknown' : precision}. Detected: ${detectedAt}. Project: ${project.url} Receipt: ${receipt}`,
    link: url === undefined ? receipt : url,
    publishedAt: occurredAt === null ? undefined : occurredAt,
    category: kind,
  }
}
