import type { AgentCapability } from '#contract/shapes/agent-answer.ts'

/** What a question in words asks: a capability with its parameters; or nothing that can be asked, and why. */
type ReadQuestion =
  | {
      readonly kind: 'asked'
      readonly capability: AgentCapability
      readonly query: Readonly<Record<string, string>>
    }
  | { readonly kind: 'not_offered' | 'not_understood' }

/** Characters of a question that is read. */
const LONGEST = 500

/** What no capability answers. Capital letters begin a name: “Harbour Wallet” is a project. */
const NOT_OFFERED = [
  /\bprices?\b/,
  /\b(?:predict|prediction|forecast)/,
  /\bwill\b.{0,80}\b(?:go (?:up|down)|rise|fall|pump|dump|moon|crash|reach|hit|double|drop|be worth|\d+x)\b/,
  /\b(?:should|shall|may|can|could) (?:i|I|we|you|one)\b.{0,40}\b(?:buy|sell|hold|invest|short|long|trade)\b/,
  /\b(?:buy|sell|hold)(?:, | or |, or |\/)(?:buy|sell|hold)\b/,
  /\b(?:buy|sell|trad(?:e|ing)) signals?\b/,
  /\b(?:good|safe|smart|bad|worth|time|best) (?:a |to |time to )*(?:buy|sell|hold|buying|holding|investment)\b/,
  /\b(?:invest(?:ing|ments?)?|advice|advise|recommend(?:ation)?s?|undervalued|overvalued|fair value)\b/,
  /\b(?:wallets?|whales?|smart money|holders?|portfolios?|pnl|profits?)\b/,
]

/** The words that name a capability, in the order in which they count. */
const NAMED: readonly (readonly [RegExp, AgentCapability])[] = [
  [/\b(?:changed?|changes|new|news|happen(?:ed|ing|s)?|since|updates?)\b/, 'what_changed'],
  [/\b(?:unknowns?|missing|gaps?|not (?:known|held|measured|recorded)|(?:don't|do not) know)\b/, 'unknowns'],
  [
    /\b(?:ships?|shipp(?:ed|ing)|builds?|building|built|active|activity|alive|dead|dormant|maintained)\b/,
    'builder_status',
  ],
  [/\b(?:verif(?:y|ied)|official|genuine|fake)\b/, 'verify_project'],
]
const COMPARED = /\b(?:compare|comparison|difference|versus|vs)\b/

/** Words at either end of a question that are no part of a name. */
const AROUND_NAMES = new Set(
  `a about active activity actually again alive all an and any anybody anything are at been between build
  builder builders building builds built can change changed changes compare comparison contract could currently
  dead describe did difference do does doing don't dormant everything explain fake find for from gap gaps
  genuine get give gives going had happen happened happening happens has have held hello hey hi how i in info
  information is it its know known list look lookup maintained may me measured missing much must my new news not
  now of official ok on or overview please profile project projects read really recorded report research shall
  ship shipped shipping ships should show since so something status still summarise summarize summary team tell
  thank thanks that the them there these they thing things this to today token unknown unknowns up update
  updates us verified verify versus vs was we were what what's whats when where whether which who will with
  would you your`.split(/\s+/),
)

/** Words that may begin a name, where a capital letter follows: “New Harbour”, “Price Oracle”. */
const BEGINS_NAMES =
  /^(?:new|ships?|builds?|built|active|dead|dormant|official|missing|gap|token|team|unknown|prices?|wallets?|whales?|profits?|portfolio)$/
/** A slug or a domain is a name, whatever words it is made of. */
const JOINED = /\S*[\p{L}\p{N}][-._][\p{L}\p{N}]\S*/gu

const ADDRESS = /(?:\b\d{1,16}:)?\b0x[0-9a-fA-F]{40}\b/
const CURSOR = /\bc1\.\d{1,16}\b/
const DATE = /\b\d{4}-\d{2}-\d{2}\b/
const QUOTED = /["“”«»]([^"“”«»]{1,120})["“”«»]/g

/**
 * Reads a question in words, by rules alone: an address, words that name a capability, and the names that are left. A
 * name between quotes is taken as it is. A question for a price, a wallet or advice is not offered.
 */
export function readQuestion(text: string): ReadQuestion {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '' || line.length > LONGEST) return { kind: 'not_understood' }
  const quoted = [...line.matchAll(QUOTED)].map(([, name = '']) => name.trim())
  const words = uncapitalised(line.replace(QUOTED, ' '))
  const keywords = words.replace(JOINED, '_')
  if (NOT_OFFERED.some((pattern) => pattern.test(keywords))) return { kind: 'not_offered' }
  const named = NAMED.find(([pattern]) => pattern.test(keywords))?.[1]
  const address = ADDRESS.exec(words)?.[0]
  if (address !== undefined)
    return { kind: 'asked', capability: named ?? 'verify_project', query: { contract: address } }
  const compared = COMPARED.test(keywords) ? comparedIn(words, quoted) : []
  if (compared.length > 1)
    return { kind: 'asked', capability: 'compare_builders', query: { projects: compared.join(',') } }
  const { period, rest } = periodOf(words)
  const [name = nameIn(rest)] = quoted
  const capability = named ?? 'research_project'
  const project = name === '' ? {} : { project: name }
  if (capability !== 'what_changed')
    return name === '' ? { kind: 'not_understood' } : { kind: 'asked', capability, query: project }
  // A date needs a clock, which a rule does not have: the days are asked for in the answer.
  return DATE.test(rest)
    ? { kind: 'not_understood' }
    : { kind: 'asked', capability, query: { ...project, ...period } }
}

/** A sentence begins with a capital letter, which then names nothing. */
function uncapitalised(line: string): string {
  const [first = '', ...others] = line.trim().split(' ')
  const small = first.toLowerCase()
  if (BEGINS_NAMES.test(small) && /^\p{Lu}/u.test(String(others[0]))) return line.trim()
  const patterns = [...NOT_OFFERED, ...NAMED.map(([pattern]) => pattern)]
  const isKeyword = AROUND_NAMES.has(small.replace(/\W+$/, '')) || patterns.some((one) => one.test(small))
  return [isKeyword ? small : first, ...others].join(' ')
}

function comparedIn(words: string, quoted: readonly string[]): readonly string[] {
  if (quoted.length > 1) return quoted
  return words
    .split(/,|;|(?<!\S)(?:and|with|against|versus|vs|to|between)\.?(?!\S)/)
    .map(nameIn)
    .filter((name) => name !== '')
}

/** What is left of a question without the words around its name. */
function nameIn(words: string): string {
  const all = words.split(' ').map((word) => word.replace(/^[^\p{L}\p{N}$]+|[^\p{L}\p{N}]+$/gu, ''))
  const isPart = (word: string) => word !== '' && !AROUND_NAMES.has(word)
  const from = all.findIndex(isPart)
  const to = all.findLastIndex(isPart)
  return from === -1 ? '' : all.slice(from, to + 1).join(' ')
}

/** How a period is written, and the days of one of its units. */
const PERIODS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:in |over |within |during |for |since )?(?:the )?(?:last|past) (\d{1,4}) days?\b/, 1],
  [/\b(?:in |over |within |during |for |since )?(?:the )?(?:last|past) (\d{1,4}) weeks?\b/, 7],
  [/\bsince (\d{1,4}) days? ago\b/, 1],
  [/\b(?:in |over |since )?(?:the )?(?:last|past|this) week\b/, 7],
  [/\b(?:in |over |since )?(?:the )?(?:last|past|this) month\b/, 30],
  [/\b(?:since )?yesterday\b/, 2],
  [/\b(?:since )?today\b/, 1],
]

type Period = { readonly days?: string; readonly after?: string }

/** The period that a question names, and its words without it. */
function periodOf(words: string): { readonly period: Period; readonly rest: string } {
  const after = CURSOR.exec(words)?.[0]
  if (after !== undefined) return { period: { after }, rest: words.replace(CURSOR, ' ') }
  for (const [pattern, daysEach] of PERIODS) {
    const found = pattern.exec(words)
    if (found === null) continue
    const [, count = '1'] = found
    const days = String(Number.parseInt(count, 10) * daysEach)
    return { period: { days }, rest: words.replace(pattern, ' ') }
  }
  return { period: {}, rest: words }
}
