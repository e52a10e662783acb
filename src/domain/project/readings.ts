import { COVERAGE_DIMENSIONS, type CoverageDimension, type SourceKind } from '#contract/enums.ts'
import { recordOf } from '#contract/keyed.ts'
import { earliest, type Instant } from '#contract/time.ts'
import { CODE_STREAMS } from '#domain/collecting/watching.ts'
import type { DimensionCoverage } from './card-evidence.ts'
import { isShownBy } from './coverage.ts'

/** When a stream of a project's counted sources is read next: the earliest of the sources of its kind. */
export type DueStream = { readonly kind: SourceKind; readonly stream: string; readonly dueAt: Instant }

/** How well each dimension of a project is read, and when it is read next; null where nothing is scheduled. */
export type ProjectReadings = {
  readonly coverage: Readonly<Record<CoverageDimension, DimensionCoverage>>
  readonly next: Readonly<Record<CoverageDimension, Instant | null>>
}

/** When each dimension is read next: the earliest of the streams that show it. Null where none is scheduled. */
export function nextReadings(streams: readonly DueStream[]): ProjectReadings['next'] {
  return recordOf(COVERAGE_DIMENSIONS, (dimension) =>
    earliest(streams.filter((one) => isOf(dimension, one)).map(({ dueAt }) => dueAt)),
  )
}

function isOf(dimension: CoverageDimension, due: DueStream): boolean {
  if (dimension === 'building') return CODE_STREAMS[due.kind]?.includes(due.stream) === true
  return isShownBy(dimension, due)
}
