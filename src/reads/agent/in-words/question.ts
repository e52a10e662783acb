import type { AgentCapability } from '#contract/shapes/agent-answer.ts'
import type { Capability } from '../capability.ts'
import { answeredBy, unreadIn } from '../capability-words.ts'
import { CAPABILITIES } from '../questions/index.ts'
import {
  asksList,
  asksReleases,
  asksWhole,
  capabilityIn,
  capabilityOfSeveral,
  isNotOffered,
  questionsLeftOut,
  uncapitalised,
} from './question-capability.ts'
import { comparedIn, quotedIn, subjectIn } from './question-names.ts'
import { type Period, periodOf } from './question-period.ts'

/** The meaning of a question in words: a capability with its parameters, or the reason why nothing can be asked. */
type ReadQuestion = AskedQuestion | { readonly kind: 'not_offered' | 'not_understood' }
type AskedQuestion = {
  readonly kind: 'asked'
  readonly capability: AgentCapability
  readonly query: Readonly<Record<string, string>>
  /** Words of the question that the capability does not answer. */
  readonly unread: readonly string[]
  /** False when no word says what is asked. The text is then a question only if it names a project. */
  readonly isClear: boolean
}

/** Maximum number of characters. A longer question is not understood. */
const LONGEST = 500
/** Maximum number of words of a question that is only a name. */
const NAME_WORDS = 2
/** A slug or a domain is a name, whatever words it is made of. */
const JOINED = /(?<!\S)\S*[\p{L}\p{N}][-._][\p{L}\p{N}]\S*/gu

/**
 * Reads a question in words, by rules alone: words that name a capability, a period, addresses, and the names that
 * remain. A quoted name is taken as it is. A question for a price, a wallet or advice is `not_offered`.
 */
export function readQuestion(text: string): ReadQuestion {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '' || line.length > LONGEST) return { kind: 'not_understood' }
  const { quoted, words: written, marked } = quotedIn(line)
  const words = uncapitalised(written)
  const keywords = words.replace(JOINED, '_')
  if (isNotOffered(keywords)) return { kind: 'not_offered' }
  if (asksList(keywords)) return { kind: 'not_understood' }
  const { rest, ...period } = periodOf(words)
  const asked = { keywords, words: rest, period, isClear: true }
  const ofSeveral = capabilityOfSeveral(keywords)
  if (ofSeveral !== undefined) {
    const { names, beside } = comparedIn(periodOf(uncapitalised(marked)).rest, quoted)
    const query = { projects: names.join(',') }
    if (names.length > 1) return questionFor(ofSeveral, { ...asked, query, beside, unread: [] })
  }
  const subject = subjectIn(rest, quoted)
  const about = { ...asked, ...subject }
  const capability = capabilityIn(keywords, { isOfDays: period.query.days !== undefined })
  const { project, contract } = subject.query
  if (contract !== undefined) return questionFor(capability ?? CAPABILITIES.verify_project, about)
  if (capability !== undefined && (project !== undefined || capability.words.ofAll))
    return questionFor(capability, about)
  if (project === undefined) return { kind: 'not_understood' }
  const isClear = asksWhole(keywords) || project.split(' ').length <= NAME_WORDS
  return questionFor(CAPABILITIES.research_project, { ...about, isClear })
}

/**
 * The question for a capability, with the parts of the period that the capability reads. `unread` has every word that
 * the capability does not answer.
 */
function questionFor(
  capability: Capability,
  {
    keywords,
    words,
    beside,
    period,
    ...asked
  }: Pick<AskedQuestion, 'query' | 'unread' | 'isClear'> & {
    readonly keywords: string
    /** The words of the question without its times. */
    readonly words: string
    /** The words outside the names of projects. The words inside a name are read where the name is looked up. */
    readonly beside: string
    readonly period: Period
  },
): AskedQuestion {
  const { name, parameters, words: ofCapability } = capability
  const { said } = period
  const ofPeriod = Object.fromEntries(
    Object.entries(period.query).filter(([parameter]) => parameters.includes(parameter)),
  )
  const isRead = Object.keys(ofPeriod).length > 0 || said?.replace(answeredBy(ofCapability), '') === ''
  const kind = parameters.includes('kind') && asksReleases(keywords) ? { kind: 'release' } : {}
  return {
    kind: 'asked',
    capability: name,
    query: { ...asked.query, ...ofPeriod, ...kind },
    unread: [
      ...questionsLeftOut(words, capability),
      ...unreadIn(beside, ofCapability),
      ...asked.unread,
      ...(said === undefined || isRead ? [] : [said]),
      ...period.unread,
    ],
    isClear: asked.isClear,
  }
}
