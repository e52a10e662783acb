import type { Expected } from '../expected.ts'
import type { Level } from './research.ts'

const WEIGHTS = { building: 0.65, use: 0.2, research: 0.15 } as const
const POINTS: Readonly<Record<Level, number>> = { VERIFIED_BUILDER: 100, RESEARCHED: 50, INDEXED: 0 }

/** The place of a project in the Radar. */
export type Place = {
  readonly slug: string
  readonly rank: number
  readonly score: number
  readonly building: number
  /**
   * Undefined while the use of its contracts is unknown. The project then gets the points of the least used one
   * (`assumed`).
   */
  readonly use: number | undefined
  readonly assumed: number
  /** The score of the measured parts alone, and the rank with this score; undefined while every part is measured. */
  readonly withoutUnknown: { readonly score: number; readonly rank: number } | undefined
}

/** The Radar: every project with Build Momentum, the highest score first (radar). */
export function radarOf(all: readonly Expected[]): readonly Place[] {
  const ranked = all.filter(({ momentum }) => momentum !== undefined)
  const momentums = ranked.map(({ momentum = 0 }) => momentum)
  const calls = ranked.flatMap(({ use }) => (use === undefined ? [] : [use.value]))
  const used = ranked.flatMap(({ use }) => (use === undefined ? [] : [percentileOf(use.value, calls)]))
  const assumed = used.length === 0 ? 0 : Math.min(...used)
  const scored = ranked
    .map((expected) => {
      const building = percentileOf(expected.momentum ?? 0, momentums)
      const use = expected.use === undefined ? undefined : percentileOf(expected.use.value, calls)
      const measured = WEIGHTS.building * building + WEIGHTS.research * POINTS[expected.level]
      const alone = oneDecimal(measured / (WEIGHTS.building + WEIGHTS.research))
      const score = oneDecimal(measured + WEIGHTS.use * (use ?? assumed))
      return { expected, building, use, score, alone }
    })
    .toSorted(inOrder)
  return scored.map((own, place) => {
    const { expected, building, use, score, alone } = own
    const before = scored.filter((other) => other !== own && inOrder(other, { expected, score: alone }) < 0)
    return {
      slug: expected.project.slug,
      rank: place + 1,
      score,
      building,
      use,
      assumed,
      withoutUnknown: use === undefined ? { score: alone, rank: before.length + 1 } : undefined,
    }
  })
}

type Scored = { readonly expected: Expected; readonly score: number }

/** The higher score first, then the later counted ship, then the slug. */
function inOrder(a: Scored, b: Scored): number {
  return (
    b.score - a.score ||
    (b.expected.newest?.at ?? 0) - (a.expected.newest?.at ?? 0) ||
    a.expected.project.slug.localeCompare(b.expected.project.slug)
  )
}

/** The percentage of the other values that are lower, to one decimal. A tie counts half. */
function percentileOf(value: number, of: readonly number[]): number {
  const lower = of.filter((other) => other < value).length
  const ties = of.filter((other) => other === value).length - 1
  return oneDecimal(((lower + ties / 2) / (of.length - 1)) * 100)
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
