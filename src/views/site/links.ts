import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { Month } from '#contract/month.ts'
import type { Instant } from '#contract/time.ts'
import { contractPage } from './pages.ts'

/** The public address of the service, without a trailing slash. */
export type Site = { readonly baseUrl: string }

/** Dependencies of a project's view besides its record: the time of the request and the public address. */
export type ViewDeps = { readonly now: Instant; readonly site: Site }

/**
 * The host of the service for use in names such as URNs, without the port. An IPv6 address loses its colons and
 * brackets.
 */
export function hostOf({ baseUrl }: Site): string {
  return new URL(baseUrl).hostname.replace(/[[\]:]+/g, '-')
}

/** The project's page, without attribution labels. */
export function projectPage(slug: Slug, site: Site): string {
  return `${site.baseUrl}/projects/${slug}`
}

/** The project's page with an attribution label: the declared integration, or svc_api without one. */
export function projectLink(
  link: { readonly slug: Slug; readonly integration: string | undefined },
  site: Site,
): string {
  const labels = new URLSearchParams({
    utm_source: link.integration === undefined ? 'svc_api' : link.integration,
    utm_medium: 'partner_api',
  })
  return `${projectPage(link.slug, site)}?${labels}`
}

/** The project's status as an image. */
export function badgeAddress(slug: Slug, site: Site): string {
  return `${site.baseUrl}/badge/${slug}.svg`
}

/** The project's changes, newest first. */
export function projectChanges(slug: Slug, site: Site): string {
  return `${site.baseUrl}/api/changes?project=${slug}`
}

/** The scan of a token, which answers 200 for an unpublished token. */
export function scanAddress(token: ContractAddress, site: Site): string {
  return `${site.baseUrl}/api/v1/scan?token=${token}`
}

/** The record of a contract, which answers for every contract of a published project. */
export function contractRecordAddress(contract: ContractAddress, { baseUrl }: Site): string {
  return `${baseUrl}/api${contractPage(contract)}`
}

/** The receipt of an evidence id. */
export function receiptLink(id: EvidenceId, site: Site): string {
  return `${site.baseUrl}/api/evidence/${encodeURIComponent(id)}`
}

/** The explanation of a fact. For `source.counted` it is about one source. */
export function explanationLink(
  of: { readonly slug: Slug; readonly fact: string; readonly source?: EvidenceId },
  site: Site,
): string {
  const query = new URLSearchParams({
    fact: of.fact,
    ...known({ source: of.source }),
  })
  return `${site.baseUrl}/api/projects/${of.slug}/explain?${query}`
}

/** The changelog of the API, as a page. */
export function changelogPage(site: Site): string {
  return `${site.baseUrl}/developers/changelog`
}

/** The changelog of the API, as a feed. */
export function changelogFeedAddress(site: Site): string {
  return `${changelogPage(site)}/feed.xml`
}

/** The report of a month. */
export function monthlyReportAddress(month: Month, site: Site): string {
  return `${site.baseUrl}/api/reports/monthly/${month}`
}
