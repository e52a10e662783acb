/** Texts of errors with which nodes refuse a log query for its block range or the size of its answer. */
const RANGE_REFUSED = [
  /block range/i,
  /range (is )?too (large|wide|big)/i,
  /(max|maximum|allowed|limited).{0,40}(range|blocks)/i,
  /(range|blocks).{0,40}(max|maximum|exceed|limit|allowed|not supported)/i,
  /(query|request) (returned|returns|exceeds) (more than|max results) \d+/i,
  /logs matched by query exceeds? limit/i,
  /\b(logs?|results?|response)\b.{0,30}(size|count|limit|too large|too big|exceed)/i,
  /query (timeout|timed out)|execution (timeout|aborted)|request time(out|d out)/i,
  /too many (logs|results|blocks)/i,
]
const RANGE_CODES = new Set([-32062, -32614, -32020])

const NUMBER = String.raw`(\d[\d,]* ?k?)\b(?! ?(?:results|logs|events|[km]b|bytes|requests))`
/** The words of providers for the widest range. The first match counts. */
const WIDTHS = [
  `(?:up to|limited to|limit of|limit is|at most|no more than)(?: an?)?(?: 0 -)? ${NUMBER}`,
  `max(?:imum)?(?: allowed)?(?: block)?(?: range)?(?: is set to| is| =|:)? ?${NUMBER}`,
  `(?:distance:|ranges? over|exceeds limit of) ?${NUMBER}`,
].map((wording) => new RegExp(wording, 'i'))
const HEX_BRACKET = /\[(0x[0-9a-f]{1,12}), ?(0x[0-9a-f]{1,12})\]/i
const PAIR = /(?:range|try) (\d{1,15}) ?- ?(\d{1,15})\b/i

/** Whether an error refuses a log query for its block range or the size of its answer. */
export function isRangeRefusal(error: { readonly code: number | null; readonly message: string }): boolean {
  if (error.code !== null && RANGE_CODES.has(error.code)) return true
  return RANGE_REFUSED.some((wording) => wording.test(error.message))
}

/**
 * The widest block range that a refusal names, as a number of blocks or as a range that works. Null when it names none,
 * and when the named range is not narrower than the refused one.
 */
export function namedRange(message: string, range: { readonly blocks?: number }): number | null {
  const width = numberNamed(message) ?? widthBetween(HEX_BRACKET, message) ?? widthBetween(PAIR, message)
  if (width === null || width < 1) return null
  return range.blocks === undefined || width < range.blocks ? width : null
}

function numberNamed(message: string): number | null {
  if (!/block|range/i.test(message)) return null
  for (const wording of WIDTHS) {
    const text = wording.exec(message)?.[1]
    if (text === undefined) continue
    const thousands = /k$/i.test(text) ? 1000 : 1
    return Number.parseInt(text.replaceAll(/[^\d]/g, ''), 10) * thousands
  }
  return null
}

function widthBetween(wording: RegExp, message: string): number | null {
  const [, from, to] = wording.exec(message) ?? []
  return from === undefined || to === undefined ? null : Number(to) - Number(from) + 1
}
