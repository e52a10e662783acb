import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { markdownQuote } from '../markup/markdown.ts'
import { shipDateText } from '../ships/week.ts'
import { noCountedShip } from '../words/building.ts'
import { UNDATED } from '../words/clocks.ts'
import { REASON_WORDS } from '../words/figures.ts'

/** The newest counted ship of a listed project as Markdown: its title, its date and its receipt; or why none is known. */
export function lastShipMarkdown({
  lastShip,
  status,
  claims,
}: Pick<ProjectCard, 'lastShip' | 'status' | 'claims'>): string {
  if (lastShip !== undefined)
    return `${markdownQuote(lastShip.title)}, ${shipDateText(lastShip) ?? UNDATED} \`${lastShip.evidenceId}\``
  const reason = claims?.['lastShip']?.reason
  const why = noCountedShip({ status, reason })?.words ?? REASON_WORDS[reason ?? 'NOT_RECORDED']
  return `unknown (${why})`
}
