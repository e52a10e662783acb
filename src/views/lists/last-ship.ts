import type { ProjectCard } from '#contract/shapes/project-card.ts'
import type { Instant } from '#contract/time.ts'
import { markdownQuote } from '../markup/markdown.ts'
import { shipDateText } from '../ships/week.ts'
import { noCountedShip, noValueWords } from '../words/building.ts'
import { UNDATED } from '../words/clocks.ts'

/**
 * The newest counted ship of a listed project as Markdown: its title, its date and its receipt; or why none is known.
 * `asOf` is its last evaluation, or the ranking after it.
 */
export function lastShipMarkdown(
  { lastShip, status, claims }: Pick<ProjectCard, 'lastShip' | 'status' | 'claims'>,
  asOf: Instant | undefined,
): string {
  if (lastShip !== undefined)
    return `${markdownQuote(lastShip.title)}, ${shipDateText(lastShip) ?? UNDATED} \`${lastShip.evidenceId}\``
  const reason = claims?.['lastShip']?.reason
  const why =
    noCountedShip({ status, reason })?.words ?? noValueWords({ reason: reason ?? 'NOT_RECORDED', asOf })
  return `unknown (${why})`
}
