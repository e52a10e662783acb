import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { COMMON_WORDS } from '#domain/project/common-words.ts'

/** What a question in words asks: a capability with its parameters; or nothing that can be asked, and why. */
type ReadQuestion =
  | {
      readonly kind: 'asked'
      readonly capability: AgentCapability
      readonly query: Readonly<Record<string, string>>
      /** Words of the question that the capability does not answer. */
      readonly unread: readonly string[]
      /** False when no word says what is asked: then words that name no project are no question. */
      readonly isClear: boolean
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
  /\b(?:good|safe|smart|bad|worth|time|best) (?:a |to |time to ){0,4}(?:buy|sell|hold|buying|holding|investment)\b/,
  /\b(?:invest(?:ing|ments?)?|advice|advise|recommend(?:ation)?s?|undervalued|overvalued|fair value)\b/,
  /\b(?:wallets?|whales?|smart money|holders?|portfolios?|pnl|profits?)\b/,
]

/** The words that name a capability, in the order in which they count. */
const NAMED: readonly (readonly [RegExp, AgentCapability])[] = [
  [/\b(?:changed?|changes|happen(?:ed|ing|s)?)\b/, 'what_changed'],
  [/\b(?:builds?|building|built) (?:up)?on\b|\bdepend(?:s|encies)?\b/, 'built_on'],
  [/\b(?:released?|releases)\b/, 'ships'],
  [/\b(?:new|news|updates?)\b/, 'what_changed'],
  [/\b(?:unknowns?|missing|gaps?|not (?:known|held|measured|recorded)|(?:don't|do not) know)\b/, 'unknowns'],
  [
    /\b(?:ships?|shipp(?:ed|ing)|builds?|building|built|active|activity|alive|dead|dormant|maintained)\b/,
    'builder_status',
  ],
  [
    /\b(?:verif(?:y|ied)|official|genuine|fake|token of|scam|rug(?:pull)?|legit(?:imate)?|trust(?:ed|worthy)?|safe|audit(?:ed)?)\b/,
    'verify_project',
  ],
  [/\bsince\b/, 'what_changed'],
]
const COMPARED = /\b(?:compare|comparison|difference|versus|vs|(?:more|less|better|worse)\b.{1,80}\bthan)\b/
const SHIPPED = /\b(?:ships?|shipp(?:ed|ing)|released?|releases|launched)\b/
const RELEASED = /\b(?:released?|releases)\b/
/** A list of projects: no capability answers one. */
const LISTED = /\b(?:which|what|list|show|all|any) (?:me )?(?:all )?(?:the )?(?:projects|builders|tokens)\b/
/** What a verification does not answer, though it is what is held. */
const NO_VERDICT = /\b(?:scam|rug(?:pull)?|legit(?:imate)?|trust(?:ed|worthy)?|safe|audit(?:ed)?)\b/g
/** Words that ask for a project as a whole, and the words of a question that is nothing but a name. */
const RESEARCHED = /\b(?:research|about|describe|tell|explain|profile|overview|summar|known|evidence)/
const NAME_WORDS = 2
/** A status stands now, so that these name no period of it. */
const NOW = /^(?:since )?today$/

/** Words that may begin a name, where a capital letter follows: “New Harbour”, “Price Oracle”. */
const BEGINS_NAMES =
  /^(?:new|ships?|builds?|built|active|dead|dormant|official|missing|gap|token|team|unknown|prices?|wallets?|whales?|profits?|portfolio)$/
/** A slug or a domain is a name, whatever words it is made of. */
const JOINED = /(?<!\S)\S*[\p{L}\p{N}][-._][\p{L}\p{N}]\S*/gu

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
  if (LISTED.test(keywords)) return { kind: 'not_understood' }
  const named = NAMED.find(([pattern]) => pattern.test(keywords))?.[1]
  const address = ADDRESS.exec(words)?.[0]
  if (address !== undefined) return capabilityCall(named ?? 'verify_project', { contract: address }, words)
  const compared = COMPARED.test(keywords) ? comparedIn(words, quoted) : []
  if (compared.length > 1) return capabilityCall('compare_builders', { projects: compared.join(',') }, words)
  const { rest, ...period } = periodOf(words)
  const [name = shortened(nameIn(rest))] = quoted
  const capability = capabilityOf(named, { keywords, period })
  const project: Readonly<Record<string, string>> = name === '' ? {} : { project: name }
  if (capability === 'what_changed') {
    // A date needs a clock, which a rule does not have: the days are asked for in the answer.
    if (DATE.test(rest)) return { kind: 'not_understood' }
    return capabilityCall(capability, { ...project, ...period.query }, words)
  }
  if (capability === 'ships')
    return capabilityCall(capability, { ...project, ...shipsQuery(keywords, period) }, words)
  if (name === '') return { kind: 'not_understood' }
  const parsed = capabilityCall(capability ?? 'research_project', project, words)
  const { said } = period
  const isLeft = said !== undefined && !(capability === 'builder_status' && NOW.test(said))
  return {
    ...parsed,
    unread: [...parsed.unread, ...(isLeft ? [said] : [])],
    isClear: capability !== undefined || RESEARCHED.test(keywords) || name.split(' ').length <= NAME_WORDS,
  }
}

function capabilityCall(capability: AgentCapability, query: Readonly<Record<string, string>>, words: string) {
  const unread = capability === 'verify_project' ? [...words.matchAll(NO_VERDICT)].map(([word]) => word) : []
  return { kind: 'asked', capability, query, unread, isClear: true } as const
}

/** What shipped in a period is a list of ships; whether a project ships is its status. */
function capabilityOf(
  named: AgentCapability | undefined,
  { keywords, period }: { readonly keywords: string; readonly period: Period },
): AgentCapability | undefined {
  const ofTime = period.query.days !== undefined
  return named === 'builder_status' && ofTime && SHIPPED.test(keywords) ? 'ships' : named
}

/** The period in days and the kind of the ships in a question. A list of ships has no cursor of the ledger. */
function shipsQuery(keywords: string, { query: { days } }: Period): Readonly<Record<string, string>> {
  return { ...known({ days }), ...(RELEASED.test(keywords) && { kind: 'release' }) }
}

/** A sentence begins with a capital letter, which then names nothing. */
function uncapitalised(line: string): string {
  const [first = '', ...others] = line.trim().split(' ')
  const small = first.toLowerCase()
  if (BEGINS_NAMES.test(small) && /^\p{Lu}/u.test(String(others[0]))) return line.trim()
  const patterns = [...NOT_OFFERED, ...NAMED.map(([pattern]) => pattern)]
  const isKeyword =
    COMMON_WORDS.has(small.replace(/(?<!\W)\W+$/, '')) || patterns.some((one) => one.test(small))
  return [isKeyword ? small : first, ...others].join(' ')
}

function comparedIn(words: string, quoted: readonly string[]): readonly string[] {
  if (quoted.length > 1) return quoted
  return words
    .split(/,|;|(?<!\S)(?:and|with|against|versus|vs|to|between|than|or)\.?(?!\S)/)
    .map(nameIn)
    .filter((name) => name !== '')
}

/** What is left of a question without the words around its name. */
function nameIn(words: string): string {
  const all = words
    .split(' ')
    .map((word) => word.replace(/^[^\p{L}\p{N}$]+/u, '').replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, ''))
  const isPart = (word: string) => word !== '' && !COMMON_WORDS.has(word)
  const from = all.findIndex(isPart)
  const to = all.findLastIndex(isPart)
  // Without such a word both are -1, and nothing is left.
  return all.slice(from, to + 1).join(' ')
}

/** Words in which a name may be, within the length that a name may have. */
function shortened(words: string): string {
  if (words.length <= LIMITS.agentQuery.max) return words
  const left = words.split(' ').filter((word) => !COMMON_WORDS.has(word.toLowerCase()))
  const end = left.findIndex((_, at) => left.slice(0, at + 1).join(' ').length > LIMITS.agentQuery.max)
  return left.slice(0, end === -1 ? left.length : end).join(' ')
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

type Period = {
  readonly query: { readonly days?: string; readonly after?: string }
  /** The words that name it. */
  readonly said?: string
}

/** The period that a question names, and its words without it. */
function periodOf(words: string): Period & { readonly rest: string } {
  const after = CURSOR.exec(words)?.[0]
  if (after !== undefined) return { query: { after }, said: after, rest: words.replace(CURSOR, ' ') }
  for (const [pattern, daysEach] of PERIODS) {
    const found = pattern.exec(words)
    if (found === null) continue
    const [said, count = '1'] = found
    const days = String(Number.parseInt(count, 10) * daysEach)
    return { query: { days }, said, rest: words.replace(pattern, ' ') }
  }
  return { query: {}, rest: words }
}
