/** Units of time, in lower case only: “Year” may be a name. */
const UNIT = '(?:hours?|days?|weeks?|weekends?|months?|quarters?|years?)'
const SINCE = '(?:in |over |within |during |for |since )?'
const NUMBER =
  '(?:\\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|few|several|many|a couple of)'

const DATE = '\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+Z?)?'

/** The ways to write a period, each with the number of days of its unit. */
const PERIODS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:in |over |within |during |for |since )?(?:the )?(?:last|past) (\d{1,4}) days?\b/, 1],
  [/\b(?:in |over |within |during |for |since )?(?:the )?(?:last|past) (\d{1,4}) weeks?\b/, 7],
  [/\bsince (\d{1,4}) days? ago\b/, 1],
  [/\b(?:in |over |since )?(?:the )?(?:last|past|this) week\b/, 7],
  [/\b(?:in |over |since )?(?:the )?(?:last|past|this) month\b/, 30],
  [/\b(?:since )?yesterday\b/, 2],
  [/\b(?:since )?today\b/, 1],
]
/** Times that are not read as days. */
const OTHER_TIMES = [
  new RegExp(
    `\\b${SINCE}(?:the |these )?(?:last|past|this|next|previous|recent|coming) (?:${NUMBER} )?${UNIT}\\b`,
  ),
  new RegExp(`\\b${SINCE}(?:the )?${NUMBER} ${UNIT}(?: ago)?\\b`),
  // A date needs a clock, which a rule does not have.
  new RegExp(
    `\\b(?:on |since |from |until |before |after |between )?${DATE}(?: (?:and|to|until) ${DATE})?(?![\\p{L}\\p{N}])`,
    'u',
  ),
]
const CURSOR = /\b(?:since |after )?(c1\.\d{1,16})\b/

/** The period that a question names. */
export type Period = {
  readonly query: { readonly days?: string; readonly after?: string }
  /** The words that name the period. */
  readonly said?: string
  /** Words that name other times, which no capability reads. */
  readonly unread: readonly string[]
}

/** The period that a question names, and its words without any time. */
export function periodOf(words: string): Period & { readonly rest: string } {
  const { rest: others, ...read } = readIn(words)
  const { rest, unread } = withoutTimes(others)
  return { ...read, unread, rest }
}

function readIn(words: string): Omit<Period, 'unread'> & { readonly rest: string } {
  const cursor = CURSOR.exec(words)
  if (cursor !== null) {
    const [said, after = said] = cursor
    return { query: { after }, said, rest: words.replace(CURSOR, ' ') }
  }
  for (const [pattern, daysEach] of PERIODS) {
    const found = pattern.exec(words)
    if (found === null) continue
    const [said, count = '1'] = found
    const days = String(Number.parseInt(count, 10) * daysEach)
    return { query: { days }, said, rest: words.replace(pattern, ' ') }
  }
  return { query: {}, rest: words }
}

function withoutTimes(words: string): { readonly rest: string; readonly unread: readonly string[] } {
  const pattern = [CURSOR, ...PERIODS.map(([one]) => one), ...OTHER_TIMES].find((one) => one.test(words))
  if (pattern === undefined) return { rest: words, unread: [] }
  const said = pattern.exec(words)?.[0]
  const { rest, unread } = withoutTimes(words.replace(pattern, ' '))
  return { rest, unread: said === undefined ? unread : [said, ...unread] }
}
