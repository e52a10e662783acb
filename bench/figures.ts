/** Percentiles of durations, in milliseconds. `times` is the number of durations. */
export type Timing = { readonly times: number; readonly p50: number; readonly p99: number }

/** The 50th and 99th percentiles of durations. @throws Error without a duration */
export function timingOf(durations: readonly number[]): Timing {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  const [p50, p99] = [at(0.5), at(0.99)]
  if (p50 === undefined || p99 === undefined) throw new Error('No durations: expected at least one')
  return { times: durations.length, p50, p99 }
}

/** The median of figures: of an even number, the upper of the two in the middle. @throws Error without a figure */
export function medianOf(figures: readonly number[]): number {
  const median = figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]
  if (median === undefined) throw new Error('No figures: expected at least one')
  return median
}

/** Runs work, and returns its duration in milliseconds with its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly answer: T }> {
  const started = performance.now()
  const answer = await work()
  return { ms: performance.now() - started, answer }
}

/** Formats rows as a Markdown table. The first row is the head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '')[column === 0 ? 'padEnd' : 'padStart'](width)).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n')
}

/** Formats a number; larger numbers have fewer decimals. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
