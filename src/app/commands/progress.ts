import type { Counts, Progress, WorkDone } from '../pipelines/counts.ts'

const SHOWN_EVERY_MS = 100
const CLEAR = '\r\u001b[K'
const BAR_WIDTH = 20

/** Shows the progress of one run after another on one line. */
export type Show = {
  /** The line of the next run; `label` names it. Undefined without a terminal: the run then keeps no counts for it. */
  readonly run: (label: string) => Progress | undefined
  /** Empties the line, so that other output stands alone. */
  readonly clear: () => void
}
/** Progress with `step`, which prints a step of a start on its own line, with the time since the process began. */
export type StartShow = Show & { readonly step: (text: string) => void }
type Output = { readonly write: (text: string) => unknown }
type Terminal = Output & { readonly columns: number }

/** Shows progress on a terminal. */
export function showOn(terminal: Terminal, timer: () => number) {
  return {
    run(label: string): Progress {
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
    clear: () => void terminal.write(CLEAR),
  } satisfies Show
}

/** Shows the steps of a start, and on a terminal the progress of each step. */
export function showStartOn(output: Output & { readonly columns?: number }, timer: () => number): StartShow {
  const { columns } = output
  const shown =
    columns === undefined ? NOTHING : showOn({ write: (text) => output.write(text), columns }, timer)
  return {
    ...shown,
    step(text) {
      shown.clear()
      output.write(`  ${(timer() / 1000).toFixed(1).padStart(4)} s  ${text}\n`)
    },
  }
}

const NOTHING: Show = { run: () => undefined, clear: () => undefined }

/** Shows progress on standard error; undefined when that is no terminal. */
export function openShow(): Show | undefined {
  return process.stderr.isTTY ? showOn(process.stderr, () => performance.now()) : undefined
}

/** Shows a start on standard error, also when that is no terminal. Standard output has the ready line alone. */
export function openStartShow(): StartShow {
  const { stderr } = process
  const write = (text: string) => stderr.write(text)
  return showStartOn(stderr.isTTY ? { write, columns: stderr.columns } : { write }, () => performance.now())
}

/** A bar for a terminal: `[####······]`. */
export function barOf({ done, total }: WorkDone): string {
  const filled = Math.round((BAR_WIDTH * done) / total)
  return `[${'#'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}]`
}

/** Counts as one line of text. */
export function textOfCounts(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
