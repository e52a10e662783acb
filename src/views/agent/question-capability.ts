import type { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { COMMON_WORDS, SILENT_WORDS } from '#domain/project/common-words.ts'
import { APART, bareWord } from '#domain/project/named-inside.ts'

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

const CHANGED = /\b(?:changed?|changes|happen(?:ed|ing|s)?)\b/
const BUILDS_ON = /\b(?:builds?|building|built) (?:up)?on\b|\bdepend(?:s|encies)?\b/
const RELEASED = /\b(?:released?|releases)\b/
const NEW = /\b(?:new|news|updates?)\b/
const UNKNOWN = /\b(?:unknowns?|missing|gaps?|not (?:known|held|measured|recorded)|(?:don't|do not) know)\b/
const BUILDING =
  /\b(?:ships?|shipp(?:ed|ing)|builds?|building|built|active|activity|alive|dead|dormant|maintained)\b/
const VERIFIED = /\b(?:verif(?:y|ied)|official|genuine|token of)\b/
/** Questions that no capability answers, although a verification says what the service has. */
const VERDICT = /\b(?:fake|scam|rug(?:pull)?|legit(?:imate)?|trust(?:ed|worthy)?|safe|audit(?:ed)?)\b/
const SINCE = /\bsince\b/

/** The words that name a capability, in the order in which they count. */
const NAMED: readonly (readonly [RegExp, AgentCapability])[] = [
  [CHANGED, 'what_changed'],
  [BUILDS_ON, 'built_on'],
  [RELEASED, 'ships'],
  [NEW, 'what_changed'],
  [UNKNOWN, 'unknowns'],
  [BUILDING, 'builder_status'],
  [VERIFIED, 'verify_project'],
  [VERDICT, 'verify_project'],
  [SINCE, 'what_changed'],
]
const COMPARED = /\b(?:compare|comparison|difference|versus|vs|(?:more|less|better|worse)\b.{1,80}\bthan)\b/
const SHIPPED = /\b(?:ships?|shipp(?:ed|ing)|released?|releases)\b/
/** A list of projects, or the first of one: no capability answers either. */
const LISTED = [
  /\b(?:which|what|list|show|all|any|new|newest|top|best) (?:me )?(?:all )?(?:the )?(?:new |newest |top |best |active |dormant )?(?:projects|builders|tokens)\b/,
  /\b(?:which|what) (?:project|builder|token|team)\b.*\b(?:most|least|best|worst|fewest|fastest|newest|top)\b/,
]
/** What is answered of the past by a list whose newest entries come first, each with its time. */
const NEWEST = /\b(?:was|were|been|had|when|last|latest|newest|recent|recently)\b/
const NUMBER = /\bhow (?:many|much)\b|\bcount\b/
/** Figures and states that stand in the answer about a project as a whole. */
const WHOLE =
  /\b(?:overview|status|state|latest|newest|tokens?|ticker|address|market(?: cap)?|valuation|liquidity|volume|locks?|momentum|how(?= (?:is|are)\b.{0,40}\bdoing\b))\b/

/** The words that the answer of each capability answers. Every other word that is not silent is named as left out. */
const ANSWERED: Readonly<Record<AgentCapability, readonly RegExp[]>> = {
  research_project: [WHOLE],
  what_changed: [CHANGED, NEW, NEWEST, NUMBER],
  builder_status: [
    BUILDING,
    /\b(?:how (?=active|dormant|alive)|status|state|keeps?|makes?|made|quiet|stopped|momentum)\b/,
    // The newest ship has its time. An “and” begins something else.
    /\b(?:when|was|were|last|latest|newest|recent|recently)\b(?=(?:(?!\band\b)[^?!;]){0,40}\b(?:ship|shipped)\b)/,
    /(?<=\b(?:ship|shipped)\b(?:(?!\band\b)[^?!;]){0,40})\b(?:last|latest|newest|recently)\b/,
  ],
  verify_project: [VERIFIED, /\b(?:tokens?|ticker|address|real|sources|why|how(?! many| much))\b/],
  compare_builders: [
    BUILDING,
    /\b(?:compare|comparison|differences?|versus|vs|more|less|better|worse|than|between|how(?! many| much)|status|momentum)\b/,
  ],
  unknowns: [UNKNOWN, NUMBER, /\bwhy\b/],
  ships: [SHIPPED, NEW, NEWEST, NUMBER, /\b(?:made|makes?)\b/],
  built_on: [BUILDS_ON, NUMBER, /\bwho\b/],
}
/** Words that ask for a project as a whole. */
const RESEARCHED = /\b(?:research|about|describe|tell|explain|profile|overview|summar|known|evidence)/
/** Where a second question begins. */
const NEXT_QUESTION =
  /[?!;] |,? and (?=(?:what|who|how|when|why|where|which|is|are|was|does|do|did|has|have)\b)/
const ASKS = /^(?:what|who|how|when|why|where|which|is|are|was|does|do|did|has|have)\b/i

/** Words that may begin a name, where a capital letter follows: “New Harbour”, “Price Oracle”. */
const BEGINS_NAMES =
  /^(?:new|ships?|builds?|built|active|dead|dormant|official|missing|gap|token|team|unknown|prices?|wallets?|whales?|profits?|portfolio)$/

/** Whether a question asks for what the service does not offer. */
export function isNotOffered(keywords: string): boolean {
  return NOT_OFFERED.some((pattern) => pattern.test(keywords))
}

/** Whether a question asks for a list of projects, other than those that build on one. */
export function asksList(keywords: string): boolean {
  return (
    LISTED.some((pattern) => pattern.test(keywords)) &&
    capabilityIn(keywords, { isOfDays: false }) !== 'built_on'
  )
}

/** Whether a question asks for a comparison. */
export function asksComparison(keywords: string): boolean {
  return COMPARED.test(keywords)
}

/** Whether a question asks for releases alone. */
export function asksReleases(keywords: string): boolean {
  return RELEASED.test(keywords)
}

/** Whether a question says that it asks for a project as a whole. */
export function asksWhole(keywords: string): boolean {
  return RESEARCHED.test(keywords)
}

/**
 * The capability that words name. What shipped in a period is a list of ships; whether a project ships is its status.
 */
export function capabilityIn(keywords: string, { isOfDays }: { readonly isOfDays: boolean }) {
  const named = NAMED.find(([pattern]) => pattern.test(keywords))?.[1]
  return named === 'builder_status' && isOfDays && SHIPPED.test(keywords) ? 'ships' : named
}

/** The words of a text that are neither silent nor answered by a capability; those that follow each other are one. */
export function unreadIn(text: string, capability?: AgentCapability): readonly string[] {
  const left = capability === undefined ? text : text.replace(answeredBy(capability), ` ${APART} `)
  return left
    .split(/\s+/)
    .map((word) => (isSilent(bareWord(word)) ? APART : bareWord(word)))
    .join(' ')
    .split(APART)
    .map((words) => words.trim())
    .filter((words) => words !== '')
}

/**
 * The questions of several whose every word is silent or a name, so that the capability of the others leaves them out.
 */
export function questionsLeftOut(words: string, capability: AgentCapability): readonly string[] {
  const questions = words.split(NEXT_QUESTION)
  if (questions.length === 1 || capability === 'research_project') return []
  const answered = answeredBy(capability)
  return questions
    .map((question) => question.trim())
    .filter((question) => ASKS.test(question) && question.search(answered) === -1)
    .filter((question) => question.split(/\s+/).every((word) => isSilentOrName(bareWord(word))))
}

/** Words of a slug are not answered: “ship” of “ship-to-shore”. */
function answeredBy(capability: AgentCapability): RegExp {
  const any = ANSWERED[capability].map(({ source }) => source).join('|')
  return new RegExp(`(?<![-_.])(?:${any})(?![-_.][\\p{L}\\p{N}])`, 'giu')
}

function isSilent(word: string): boolean {
  return word === '' || SILENT_WORDS.has(word.toLowerCase())
}

function isSilentOrName(word: string): boolean {
  return isSilent(word) || !COMMON_WORDS.has(word.toLowerCase())
}

/** A sentence begins with a capital letter, which then names nothing. */
export function uncapitalised(line: string): string {
  const [first = '', ...others] = line.trim().split(' ')
  const small = first.toLowerCase()
  if (BEGINS_NAMES.test(small) && /^\p{Lu}/u.test(String(others[0]))) return line.trim()
  const patterns = [...NOT_OFFERED, ...NAMED.map(([pattern]) => pattern)]
  const isKeyword =
    COMMON_WORDS.has(small.replace(/(?<!\W)\W+$/, '')) || patterns.some((one) => one.test(small))
  return [isKeyword ? small : first, ...others].join(' ')
}
