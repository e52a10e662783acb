import type { CoverageDimension } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ProjectReadings } from '#domain/project/readings.ts'
import { isPastTolerance } from '../words/figures.ts'

/** How well the projects of a page are read, by slug. */
export type Readings = ReadonlyMap<Slug, ProjectReadings>

/**
 * The coverage dimension whose readings a field of a card rests on. A field that is concluded from several dimensions
 * is absent.
 */
const DIMENSIONS: Readonly<Record<string, CoverageDimension>> = {
  status: 'building',
  lastShip: 'building',
  meaningfulShips30d: 'building',
  buildMomentum: 'building',
  marketStatus: 'market',
  marketCap: 'market',
  liquidity: 'market',
  volume24h: 'market',
  tokenVerification: 'token_verification',
  onChainUse: 'contracts',
  locks: 'locks',
}

type Field = { readonly slug: Slug; readonly field: string }

/** The readings behind a field. */
export type FieldReading = {
  /** The last successful reading; null before the first, undefined where it is not known. */
  readonly last: Instant | null | undefined
  /**
   * Whether the last reading is past its tolerance, so that the value describes that time and not now. False where
   * nothing was ever read.
   */
  readonly isOld: boolean
  /** When the next reading is due; null when none is scheduled, undefined when that is not known. */
  readonly next: Instant | null | undefined
}

/** The readings behind a field; undefined for a field that rests on no readings of one dimension. */
export function fieldReading({ slug, field }: Field, readings: Readings): FieldReading | undefined {
  const dimension = DIMENSIONS[field]
  if (dimension === undefined) return undefined
  const project = readings.get(slug)
  const read = project?.coverage[dimension]
  const isOld = read !== undefined && read.observedAt !== null && isPastTolerance(read.state)
  return { last: read?.observedAt, isOld, next: project?.next[dimension] }
}
