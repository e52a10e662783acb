import { fail } from '#contract/errors.ts'
import type { ChangeType } from '#contract/events.ts'
import { parseSlug } from '#contract/ids.ts'
import { DESTINATION_REASONS } from '#contract/webhook-destination.ts'
import { judgeTypes } from '#domain/webhooks/subscription.ts'
import type { Reader } from '#records/database.ts'
import { getPublished } from '#records/market/integrity.ts'
import { getPublishedBySlug } from '#records/project/published.ts'
import type { SubscribedProject } from '#records/webhooks/subscriptions.ts'
import type { ManagementDeps } from './deps.ts'

/** The types that a caller chose, null for all. @throws Failure invalid_event_types with the reason for each */
export async function chosenTypes(
  chosen: readonly string[] | null,
  reader: Reader,
): Promise<readonly ChangeType[] | null> {
  const { types, refused } = judgeTypes(chosen, await getPublished(reader))
  if (refused !== undefined) fail('invalid_event_types', { detail: { refused } })
  return types
}

/**
 * The published projects that a caller chose, null for all. A project that is named by two slugs is one choice, under
 * the first slug.
 * @throws Failure unknown_projects with the slugs of no published project
 */
export async function chosenProjects(
  chosen: readonly string[] | null,
  reader: Reader,
): Promise<readonly SubscribedProject[] | null> {
  if (chosen === null) return null
  const slugs = chosen.map(parseSlug).filter((slug) => slug !== undefined)
  const published = await getPublishedBySlug(slugs, reader)
  const unknown = [...new Set(chosen.filter((slug) => !published.has(slug)))]
  if (unknown.length > 0) fail('unknown_projects', { detail: { unknown } })
  const byProject = new Map(slugs.toReversed().map((slug) => [published.get(slug)?.id, slug]))
  return [...byProject].flatMap(([projectId, slug]) => (projectId === undefined ? [] : { projectId, slug }))
}

/** The callback URL to store. Asks name servers. @throws Failure invalid_destination with the reason */
export async function chosenUrl(
  url: string,
  { webhooks }: Pick<ManagementDeps, 'webhooks'>,
): Promise<string> {
  const checked = await webhooks.checkDestination(url)
  if (checked.ok) return checked.url
  const { reason } = checked
  return fail('invalid_destination', {
    message: `Invalid \`url\`: ${DESTINATION_REASONS[reason]}.`,
    detail: { parameter: 'url', reason },
  })
}
