import { qualityIn } from './quality.ts'

type Range = { readonly type: string; readonly subtype: string; readonly quality: number }

/**
 * Which of the offered types the caller likes best by its Accept header; the first offered one where it likes several
 * alike, says nothing, or takes none of them.
 */
export function preferredType<const T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  const [first] = offered
  if (accept === undefined) return first
  const ranges = accept.split(',', 50).flatMap(parseRange)
  return offered.reduce(
    (best, type) => (qualityOf(type, ranges) > qualityOf(best, ranges) ? type : best),
    first,
  )
}

function parseRange(text: string): readonly Range[] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [type, subtype] = range.split('/')
  if (type === undefined || subtype === undefined || type === '' || subtype === '') return []
  return [{ type, subtype, quality: qualityIn(parameters) }]
}

function qualityOf(offered: string, ranges: readonly Range[]): number {
  const [type, subtype] = offered.split('/')
  const matching =
    ranges.find((range) => range.type === type && range.subtype === subtype) ??
    ranges.find((range) => range.type === type && range.subtype === '*') ??
    ranges.find((range) => range.type === '*' && range.subtype === '*')
  return matching === undefined ? 0 : matching.quality
}
