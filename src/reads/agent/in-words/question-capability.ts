import { COMMON_WORDS } from '#domain/project/common-words.ts'
import { bareWord } from '#domain/project/named-inside.ts'
import type { Capability } from '../capability.ts'
import { answeredBy, isSilent, patternOf, type WordList } from '../capability-words.ts'
import { CAPABILITIES } from '../questions/index.ts'
import { RELEASED } from '../questions/ships.ts'

const ROWS = Object.values(CAPABILITIES)

/** Questions that no capability answers. Capital letters begin a name: “Harbour Wallet” is a project. */
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

/** Questions for a list of projects, or for the first project of a list. No capability answers them. */
const LISTED = [
  /\b(?:which|what|list|show|all|any|new|newest|top|best) (?:me )?(?:all )?(?:the )?(?:new |newest |top |best |active |dormant )?(?:projects|builders|tokens)\b/,
  /\b(?:which|what) (?:project|builder|token|team)\b.*\b(?:most|least|best|worst|fewest|fastest|newest|top)\b/,
]
/** Words that ask for a project as a whole. */
const RESEARCHED = /\b(?:research|about|describe|tell|explain|profile|overview|summar|known|evidence)/
/** Where a second question begins. */
const NEXT_QUESTION =
  /[?!;] |,? and (?=(?:what|who|how|when|why|where|which|is|are|was|does|do|did|has|have)\b)/
const ASKS = /^(?:what|who|how|when|why|where|which|is|are|was|does|do|did|has|have)\b/i

/** Words that may begin a name if the next word has a capital letter: “New Harbour”, “Price Oracle”. */
const BEGINS_NAMES =
  /^(?:new|ships?|builds?|built|active|dead|dormant|official|missing|gap|token|team|unknown|prices?|wallets?|whales?|profits?|portfolio)$/

/** Whether a question asks for what the service does not offer. */
export function isNotOffered(keywords: string): boolean {
  return NOT_OFFERED.some((pattern) => pattern.test(keywords))
}

/**
 * Whether a question asks for a list of projects. A question for the projects that build on one project does not count.
 */
export function asksList(keywords: string): boolean {
  return (
    LISTED.some((pattern) => pattern.test(keywords)) &&
    capabilityIn(keywords, { isOfDays: false })?.name !== 'built_on'
  )
}

/** Whether a question says that it asks for a project as a whole. */
export function asksWhole(keywords: string): boolean {
  return RESEARCHED.test(keywords)
}

/** Whether a question asks for releases alone. */
export function asksReleases(keywords: string): boolean {
  return hasWords(keywords, RELEASED)
}

/**
 * The capability that words ask for. Words in `first` decide before words in `named` and `ofDays`, and these before
 * words in `last`. Among capabilities with such words, the first in the order of `CAPABILITIES` counts.
 */
export function capabilityIn(keywords: string, { isOfDays }: { readonly isOfDays: boolean }) {
  return (
    ROWS.find(({ words }) => hasWords(keywords, words.first)) ??
    ROWS.find(
      ({ words }) => hasWords(keywords, words.named) || (isOfDays && hasWords(keywords, words.ofDays)),
    ) ??
    ROWS.find(({ words }) => hasWords(keywords, words.last))
  )
}

/** The capability that words ask for in a question with several names. */
export function capabilityOfSeveral(keywords: string): Capability | undefined {
  return ROWS.find(({ words }) => hasWords(keywords, words.ofSeveral))
}

function hasWords(text: string, words: WordList | undefined): boolean {
  return words !== undefined && patternOf(words).test(text)
}

/**
 * The questions in a text that the answer of the capability leaves out: each of their words is silent or a name. Empty
 * when the text is one question.
 */
export function questionsLeftOut(text: string, { name, words }: Capability): readonly string[] {
  const questions = text.split(NEXT_QUESTION)
  if (questions.length === 1 || name === 'research_project') return []
  const answered = answeredBy(words)
  return questions
    .map((question) => question.trim())
    .filter((question) => ASKS.test(question) && question.search(answered) === -1)
    .filter((question) => question.split(/\s+/).every((word) => isSilentOrName(bareWord(word))))
}

function isSilentOrName(word: string): boolean {
  return isSilent(word) || !COMMON_WORDS.has(word.toLowerCase())
}

/**
 * The line with its first word in lower case, if this word is a keyword or a common word. The capital letter of a
 * sentence does not make it a name.
 */
export function uncapitalised(line: string): string {
  const [first = '', ...others] = line.trim().split(' ')
  const small = first.toLowerCase()
  if (BEGINS_NAMES.test(small) && /^\p{Lu}/u.test(String(others[0]))) return line.trim()
  const isKeyword =
    COMMON_WORDS.has(small.replace(/(?<!\W)\W+$/, '')) ||
    isNotOffered(small) ||
    capabilityIn(small, { isOfDays: false }) !== undefined
  return [isKeyword ? small : first, ...others].join(' ')
}
