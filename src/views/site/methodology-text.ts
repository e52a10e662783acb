import { headingId } from '../markup/document.ts'

/** The pages of the methodology in reading order: the files in docs/methodology, without their ending. */
export const METHODOLOGY_FILES = [
  'new-rule-versions',
  'explaining-a-value',
  'coverage-states',
  'chain-day',
  'monthly-reports',
  'receipts',
  'watching',
  'held-conclusions',
  'meaningful-ships',
  'code-weeks',
  'noise',
  'activity',
  'announced-moves',
  'event-times',
  'timeline',
  'live-events',
  'still-building',
  'build-momentum',
  'attention',
  'discovery-gap',
  'radar',
  'lists',
  'coverage',
  'token-verification',
  'launch-stage',
  'site-declarations',
  'research-level',
  'market-status',
  'market-integrity',
  'valuation',
  'registry-listings',
  'use-of-contracts',
  'contract-sections',
  'relationships',
  'signals',
  'market-signals',
  'history',
] as const

/** A page of the methodology: its heading without the mark of its level, and its text. */
export type MethodologyFile = { readonly name: string; readonly heading: string; readonly text: string }

/** Reads the pages of the methodology. @throws Error with the file that does not begin with a heading */
export function readMethodology(read: (file: string) => string): readonly MethodologyFile[] {
  return METHODOLOGY_FILES.map((name) => {
    const text = read(`methodology/${name}.md`)
    const heading = /^# (.+)\n/.exec(text)?.[1]
    if (heading === undefined) throw new Error(`docs/methodology/${name}.md begins with no heading`)
    return { name, heading, text }
  })
}

/**
 * The methodology as one text: the index, then each page as a section of it. Links from page to page become links from
 * section to section.
 */
export function methodologyText(read: (file: string) => string): string {
  const files = readMethodology(read)
  const idOf = new Map(files.map(({ name, heading }) => [`${name}.md`, headingId(heading)]))
  const whole = [read('methodology.md'), ...files.map(({ text }) => `#${text}`)].map((text) => text.trim())
  return `${whole.join('\n\n')}\n`.replace(/\]\((?:methodology\/)?([a-z-]+\.md)\)/g, (link, file) => {
    const id = idOf.get(file)
    return id === undefined ? link : `](#${id})`
  })
}
