import { readFile } from 'node:fs/promises'
import { EQUIVALENT, type Equivalent } from './equivalent.ts'

/** The parts that are read of the mutation tester's report. */
type Report = {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

type Mutant = {
  readonly mutatorName: string
  readonly replacement: string
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'RuntimeError'
    | 'CompileError'
    | 'Ignored'
  readonly location: { readonly start: Place; readonly end: Place }
}

type Place = {
  readonly line: number
  readonly column: number
}

export type Score = {
  readonly counted: number
  readonly noticed: number
  readonly equivalent: number
  /** A line for each mutant that no test noticed: its place, and the change. */
  readonly survived: readonly string[]
  /** A line for each mutant whose tests did not end. It counts as noticed; a busy machine can also cause this. */
  readonly timedOut: readonly string[]
  /** Reviewed changes that the mutated files do not have exactly once. */
  readonly misplaced: readonly Equivalent[]
}

/** Counts the mutants of a report that ran. A mutant that no test noticed survived, unless its change is reviewed. */
export async function readScore(path: string): Promise<Score> {
  const report: Report = JSON.parse(await readFile(path, 'utf8'))
  let noticed = 0
  let equivalent = 0
  const survived: string[] = []
  const timedOut: string[] = []
  const places = new Map(EQUIVALENT.filter(({ file }) => file in report.files).map((one) => [one, 0]))
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const lines = source.split('\n')
    for (const mutant of mutants) {
      const { start, end } = mutant.location
      const change = `${oneLine(textBetween(lines, start, end))} → ${oneLine(mutant.replacement)}`
      const line = (lines[start.line - 1] ?? '').trim()
      const reviewed = EQUIVALENT.filter((one) => isOf(one, { file, change, line }))
      for (const one of reviewed) places.set(one, (places.get(one) ?? 0) + 1)
      const place = `${file}:${start.line}:${start.column} ${change}`
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') noticed += 1
      if (mutant.status === 'Timeout') timedOut.push(place)
      if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue
      if (reviewed.length > 0) equivalent += 1
      else survived.push(place)
    }
  }
  const misplaced = [...places].flatMap(([one, count]) => (count === 1 ? [] : [one]))
  return { counted: noticed + survived.length, noticed, equivalent, survived, timedOut, misplaced }
}

function isOf(one: Equivalent, { file, change, line }: Required<Omit<Equivalent, 'reason'>>): boolean {
  return one.file === file && one.change === change && (one.line ?? line) === line
}

/** The text between two places. Lines and columns begin at 1. The end is not part of the text. */
function textBetween(lines: readonly string[], start: Place, end: Place): string {
  const within = lines.slice(start.line - 1, end.line).join('\n')
  const cut = (lines[end.line - 1] ?? '').length - (end.column - 1)
  return within.slice(start.column - 1, within.length - cut)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
