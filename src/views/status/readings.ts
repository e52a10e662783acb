import type { CoverageDimension } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ProjectReadings } from '#domain/project/readings.ts'
import { isPastTolerance } from '../words/figures.ts'

/** How well the projects of a page are read, by slug. */
export type Readings = ReadonlyMap<Slug, ProjectReadings>

/**
 * The coverage dimension of a card's field: the field rests on its readings. A field that is concluded from several
 * dimensions is absent.
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

/**
 * Whether the readings behind a field are past their tolerance, so that its value describes then, not now. Not where
 * nothing was ever read.
 */
export function isOld({ slug, field }: Field, readings: Readings): boolean {
  const dimension = DIMENSIONS[field]
  const read = dimension === undefined ? undefined : readings.get(slug)?.coverage[dimension]
  return read !== undefined && read.observedAt !== null && isPastTolerance(read.state)
}

/** When a source of a field is read next; null where no reading is scheduled, undefined where that is not known. */
export function nextReading({ slug, field }: Field, readings: Readings): Instant | null | undefined {
  const dimension = DIMENSIONS[field]
  return dimension === undefined ? undefined : readings.get(slug)?.next[dimension]
}
