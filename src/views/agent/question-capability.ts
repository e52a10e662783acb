import type { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { COMMON_WORDS } from '#domain/project/common-words.ts'

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
/** A list of projects, or the first of one: no capability answers either. */
const LISTED = [
  /\b(?:which|what|list|show|all|any|new|newest|top|best) (?:me )?(?:all )?(?:the )?(?:new |newest |top |best |active |dormant )?(?:projects|builders|tokens)\b/,
  /\b(?:which|what) (?:project|builder|token|team)\b.*\b(?:most|least|best|worst|fewest|fastest|newest|top)\b/,
]
/** What no capability answers, though a verification says what is held. */
const NO_VERDICT = /\b(?:scam|rug(?:pull)?|legit(?:imate)?|trust(?:ed|worthy)?|safe|audit(?:ed)?)\b/g
/** Words that ask for a project as a whole. */
const RESEARCHED = /\b(?:research|about|describe|tell|explain|profile|overview|summar|known|evidence)/
/** Where a second question begins. */
const NEXT_QUESTION =
  /[?!;] |,? and (?=(?:what|who|how|when|why|where|which|is|are|was|does|do|did|has|have)\b)/
/** Capabilities whose answers hold a part of the first: a comparison has the statuses, a status the newest ship. */
const ANSWERED_BY: readonly (readonly [AgentCapability, readonly AgentCapability[]])[] = [
  ['builder_status', ['ships', 'compare_builders']],
  ['ships', ['builder_status']],
]

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

/** The words by which a question asks for a comparison: their first word. */
export function comparingWord(keywords: string): string | undefined {
  return COMPARED.exec(keywords)?.[0].split(' ')[0]
}

/** Whether a question asks for releases alone. */
export function asksReleases(keywords: string): boolean {
  return RELEASED.test(keywords)
}

/** Whether a question says that it asks for a project as a whole. */
export function asksWhole(keywords: string): boolean {
  return RESEARCHED.test(keywords)
}

/** The capability that words name. What shipped in a period is a list of ships; whether a project ships is its status. */
export function capabilityIn(keywords: string, { isOfDays }: { readonly isOfDays: boolean }) {
  const named = NAMED.find(([pattern]) => pattern.test(keywords))?.[1]
  return named === 'builder_status' && isOfDays && SHIPPED.test(keywords) ? 'ships' : named
}

/** Words of a question that the answer of a capability leaves out: a verdict, and what a second question asks. */
export function unansweredWords(keywords: string, capability: AgentCapability): readonly string[] {
  const verdicts = [...keywords.matchAll(NO_VERDICT)].map(([word]) => word)
  const answered = [capability, ...ANSWERED_BY.flatMap(([of, by]) => (by.includes(capability) ? [of] : []))]
  const questions = keywords.split(NEXT_QUESTION)
  const isCompared = capability === 'compare_builders'
  const isOne = questions.length === 1 && !isCompared
  const others = isOne ? [] : questions.flatMap((one) => askedOtherwise(one, answered))
  return [...new Set([...verdicts, ...others])]
}

/** The word by which a question asks for something else than these; none where it asks for one of them, or for nothing. */
function askedOtherwise(question: string, answered: readonly AgentCapability[]): readonly string[] {
  const named = NAMED.filter(([pattern]) => pattern.test(question))
  if (named.some(([, capability]) => answered.includes(capability))) return []
  const words = named.slice(0, 1).map(([pattern]) => pattern.exec(question)?.[0])
  return words.filter((word) => word !== undefined)
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
