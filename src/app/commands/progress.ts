import type { Counts, Progress } from '../counts.ts'

const SHOWN_EVERY_MS = 100
const CLEAR = '\r\u001b[K'

/** Shows the progress of one run after another on one line. */
export type Show = {
  /** The line of the next run; `label` names it. */
  readonly run: (label: string) => Progress
  /** Empties the line, so that other output stands alone. */
  readonly clear: () => void
}
type Terminal = { readonly write: (text: string) => unknown; readonly columns: number }

/** Shows progress on a terminal. */
export function showOn(terminal: Terminal, timer: () => number): Show {
  return {
    run(label) {
      let shownAt = Number.NEGATIVE_INFINITY
      return (counts, part) => {
        const now = timer()
        if (now - shownAt < SHOWN_EVERY_MS) return
        shownAt = now
        const done = part === undefined ? '' : `${part.done} of ${part.total}: `
        const line = `${label}: ${done}${textOfCounts(counts)}`
        terminal.write(`${CLEAR}${line.slice(0, Math.max(1, terminal.columns - 1))}\r`)
      }
    },
    clear: () => terminal.write(CLEAR),
  }
}

/** Shows progress on standard error; undefined when that is no terminal. */
export function openShow(): Show | undefined {
  return process.stderr.isTTY ? showOn(process.stderr, () => performance.now()) : undefined
}

/** Counts as one line of text. */
export function textOfCounts(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
