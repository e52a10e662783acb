import { countedOrZero } from '#contract/counted.ts'

/** The counts of a pipeline run, by name. */
export type Counts = Readonly<Record<string, number>>
/** The progress of longer work: for example, 3 of 12 days are done. */
export type WorkDone = { readonly done: number; readonly total: number }
/** Called during a run with the counts so far, and with the done part of the due work, where that part is known. */
export type Progress = (counts: Counts, part?: WorkDone) => void

/** The sum of counts, name by name. */
export function sumOfCounts(all: readonly Counts[]): Counts {
  const names = new Set(all.flatMap((counts) => Object.keys(counts)))
  const total = (name: string) => all.reduce((sum, counts) => sum + countedOrZero(counts[name]), 0)
  return Object.fromEntries([...names].map((name) => [name, total(name)]))
}

/** Shows the progress of pipelines that run side by side as one. */
export function combinedProgress(progress: Progress): (name: string) => Progress {
  const seen = new Map<string, { readonly counts: Counts; readonly part: WorkDone | undefined }>()
  return (name) => (counts, part) => {
    seen.set(name, { counts, part })
    const parts = [...seen.values()].flatMap((one) => one.part ?? [])
    const done = parts.reduce((sum, one) => sum + one.done, 0)
    const total = parts.reduce((sum, one) => sum + one.total, 0)
    progress(sumOfCounts([...seen.values()].map((one) => one.counts)), { done, total })
  }
}
