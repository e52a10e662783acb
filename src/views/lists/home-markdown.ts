import type { ChangeList } from '#contract/shapes/change.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import type { ProjectList } from '#contract/shapes/project-card.ts'
import type { RadarList } from '#contract/shapes/radar.ts'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import type { Instant } from '#contract/time.ts'
import { changeLine } from '../changes/text.ts'
import { markdownLink, markdownQuote, markdownText } from '../markup/markdown.ts'
import { projectPage, type Site } from '../site/links.ts'
import type { PresentStatus } from '../status/service-status.ts'
import { freshProviders, noReadingReason, unreadProviders } from '../status/words.ts'
import { REASON_WORDS } from '../words/figures.ts'
import { MISSING_LIST, NO_PROJECT, NO_RANK, noChangeWords } from './empty-lists.ts'
import { projectLine } from './projects-markdown.ts'

type Home = {
  readonly projects: ProjectList
  readonly changes: ChangeList
  readonly radar: RadarList
  readonly service: PresentStatus
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
  const unread = unreadProviders(service)
  const missing = [`${MISSING_LIST}${unread === undefined ? '' : ` ${unread}`}`]
  const lines = projects.items.map((card) => projectLine(card, site))
  return `${[
    '# Does the project still ship?',
    '',
    `- Published projects: ${projects.total ?? 'unknown'}`,
    `- Projects of the Radar: ${radar.total === null ? 'unknown' : `${radar.total}, ranked ${radar.asOf}`}`,
    `- Newest reading of a provider: ${newestReading(service) ?? unknownWords(noReadingReason(service.providers))}`,
    `- Providers read in time: ${freshProviders(service) ?? unknownWords('NOT_ENOUGH_YET')}${unread === undefined ? '' : `. ${unread} ${site.baseUrl}/status`}`,
    `- Ledger written: ${service.ledger.lastRunAt ?? 'not yet'}; next: ${nextLedgerRun(service) ?? 'unknown'}`,
    '',
    '## Newest changes',
    '',
    ...(changes.items.length === 0
      ? [noChangeWords(service.ledger.lastRunAt)]
      : changes.items.map((event) => changeLine(event, site))),
    '',
    `## Radar${radar.rule === undefined ? '' : ` (\`${radar.rule}\`)`}`,
    '',
    ...(radar.available ? orElse(ranks, NO_RANK) : missing),
    '',
    '## Projects, newest activity first',
    '',
    ...(projects.available ? orElse(lines, NO_PROJECT) : missing),
    '',
    projects.disclaimer,
  ].join('\n')}\n`
}

function unknownWords(reason: NoValueReason): string {
  return `unknown (${REASON_WORDS[reason]})`
}

function orElse(lines: readonly string[], words: string): readonly string[] {
  return lines.length === 0 ? [words] : lines
}
