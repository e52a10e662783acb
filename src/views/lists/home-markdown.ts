import type { ChangeList } from '#contract/shapes/change.ts'
import type { ProjectList } from '#contract/shapes/project-card.ts'
import type { RadarList } from '#contract/shapes/radar.ts'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import type { Instant } from '#contract/time.ts'
import { changeLine } from '../changes/text.ts'
import { markdownLink, markdownQuote, markdownText } from '../markup/markdown.ts'
import { projectPage, type Site } from '../site/links.ts'
import { freshProviders, unreadProviders } from '../status/words.ts'
import { UNAVAILABLE_LIST_WORDS } from './list-places.ts'
import { projectLine } from './projects-markdown.ts'

type Home = {
  readonly projects: ProjectList
  readonly changes: ChangeList
  readonly radar: RadarList
  readonly service: ServiceStatus
}

/** The newest reading of any provider; null before the first. */
export function newestReading({ providers }: Pick<ServiceStatus, 'providers'>): Instant | null {
  const read = providers.flatMap(({ lastReadAt }) => (lastReadAt === null ? [] : [lastReadAt]))
  return read.toSorted().at(-1) ?? null
}

/** When the ledger is written next; undefined where its pipeline is not known. */
export function nextLedgerRun({ pipelines }: Pick<ServiceStatus, 'pipelines'>): Instant | undefined {
  return pipelines.find(({ name }) => name === 'ledger')?.dueAt
}

/** The first page as Markdown: counts with their clocks, the newest changes, the first of the Radar, and projects. */
export function homeMarkdown({ projects, changes, radar, service }: Home, site: Site): string {
  const ranks = radar.items.map(
    ({ rank, project, statusLabel }) =>
      `${rank}. ${markdownLink(markdownQuote(project.name), projectPage(project.slug, site))}: ${markdownText(statusLabel)}`,
  )
  const missing = [UNAVAILABLE_LIST_WORDS]
  const unread = unreadProviders(service)
  return `${[
    '# Does the project still ship?',
    '',
    `- Published projects: ${projects.total ?? 'unknown'}`,
    `- Projects of the Radar: ${radar.total === null ? 'unknown' : `${radar.total}, ranked ${radar.asOf}`}`,
    `- Newest reading of a provider: ${newestReading(service) ?? 'none yet'}`,
    `- Providers read in time: ${freshProviders(service) ?? 'none yet'}${unread === undefined ? '' : `. ${unread} ${site.baseUrl}/status`}`,
    `- Ledger written: ${service.ledger.lastRunAt ?? 'not yet'}; next: ${nextLedgerRun(service) ?? 'unknown'}`,
    '',
    '## Newest changes',
    '',
    ...(changes.items.length === 0
      ? ['No change is recorded.']
      : changes.items.map((event) => changeLine(event, site))),
    '',
    `## Radar${radar.rule === undefined ? '' : ` (\`${radar.rule}\`)`}`,
    '',
    ...(radar.available ? ranks : missing),
    '',
    '## Projects, newest activity first',
    '',
    ...(projects.available ? projects.items.map((card) => projectLine(card, site)) : missing),
    '',
    projects.disclaimer,
  ].join('\n')}\n`
}
