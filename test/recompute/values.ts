import type { Json } from './world/state.ts'

/** One difference between what a surface says and what was recomputed. */
type Mismatch = {
  readonly state: string
  readonly surface: string
  readonly project: string
  readonly field: string
  readonly expected: Json
  readonly got: Json
  readonly rule: string
}
export type Checked = Omit<Mismatch, 'state' | 'expected' | 'got'> & {
  readonly expected: Json | undefined
  readonly got: Json | undefined
}

/**
 * Counts the compared values and keeps the mismatches. An absent value and null both mean unknown, so they are equal.
 */
export class Values {
  compared = 0
  readonly mismatches: Mismatch[] = []
  state = ''
  readonly #comparedIn = new Map<string, number>()

  check({ expected = null, got = null, ...where }: Checked): void {
    this.compared += 1
    this.#comparedIn.set(this.state, (this.#comparedIn.get(this.state) ?? 0) + 1)
    if (!isSame(expected, got)) this.mismatches.push({ state: this.state, ...where, expected, got })
  }

  /** The summary, a line for each state, and a line for each mismatch. */
  toString(): string {
    const states = [...this.#comparedIn].map(([state, compared]) => {
      const found = this.mismatches.filter((mismatch) => mismatch.state === state)
      return `${state}: ${compared} values compared, ${found.length} mismatches`
    })
    const lines = this.mismatches.map(
      ({ state, surface, project, field, expected, got, rule }) =>
        `${state} | ${surface} | ${project} | ${field} | expected ${JSON.stringify(expected)} | got ${JSON.stringify(got)} | ${rule}`,
    )
    return [
      `${this.compared} values compared, ${this.mismatches.length} mismatches`,
      ...states,
      ...lines,
    ].join('\n')
  }
}

/** The value at a path such as `build.status`; undefined when a step is missing. */
export function at(body: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, step) =>
        value !== null && typeof value === 'object' ? (value as Record<string, Json>)[step] : undefined,
      body,
    )
}

export function listAt(body: Json | undefined, path: string): readonly Json[] {
  const found = at(body, path)
  return Array.isArray(found) ? found : []
}

/** Numbers are equal to nine digits, because a sum can be added in another order. */
function isSame(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
  return JSON.stringify(a) === JSON.stringify(b)
}
