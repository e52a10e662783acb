import type { Counts, PipelineName } from '../pipelines.ts'

const SHOWN_EVERY_MS = 100

/** Returns a function that shows the counts of a run; undefined without a terminal. */
export type ShowCounts = (name: PipelineName) => ((counts: Counts) => void) | undefined

/** Shows the counts of a run on one line of the terminal. The next run clears it. */
export const showCounts: ShowCounts = (name) => {
  const { stderr } = process
  if (!stderr.isTTY) return undefined
  let shownAt = 0
  return (counts) => {
    const now = performance.now()
    if (now - shownAt < SHOWN_EVERY_MS) return
    shownAt = now
    const line = `${name}: ${textOfCounts(counts)}`.slice(0, Math.max(1, stderr.columns - 1))
    stderr.write(`\r\u001b[K${line}\r`)
  }
}

/** Counts as one line of text. */
export function textOfCounts(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
