import { agentErrorOf } from '#contract/agent-error.ts'
import { ERRORS, Failure } from '#contract/errors.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { NOT_OFFERED } from '#contract/parameters/agent-parameters.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { readAgentCapability } from '#reads/agent/answer-capability.ts'
import { readQuestion } from '#reads/agent/in-words/question.ts'
import { withoutQuotes } from '#reads/agent/in-words/question-names.ts'
import { withLongerNames } from '#reads/agent/longer-names.ts'
import { OFFERED } from '#reads/agent/questions/index.ts'
import {
  answerText,
  exampleQuestions,
  offeredQuestions,
  receiptAddresses,
  refusalText,
} from '#views/agent/answer-text.ts'
import { askInstead } from '#views/agent/ask-instead.ts'
import { evidenceIn } from '#views/agent/evidence-in.ts'
import { withReading } from '#views/agent/reading.ts'
import { quoteWords } from '#views/agent/words.ts'
import { textOfBytes } from '../http/content.ts'
import { readInput } from '../input.ts'
import type { ProtocolCall } from '../protocol.ts'
import type { Question } from './question.ts'
import { invalidParameters } from './rpc-error.ts'

/** An answer in both forms: lines that stand alone, and the same as an object. */
type Reply = { readonly text: string; readonly data: Readonly<Record<string, unknown>> }

type CapabilityCall = {
  readonly capability: string
  readonly query: Readonly<Record<string, string>>
  /** Words of a question that its capability does not answer. */
  readonly unread?: readonly string[]
  /** The words of the question, without quoted words. */
  readonly text?: string
}

const HELP = {
  not_offered: NOT_OFFERED,
  not_understood:
    'The question was not understood. Name a project and what is asked of it; a period in days. Lists of projects are at /api/projects, for example /api/projects?status=SHIPPING, and in the tool search_projects.',
}

/**
 * Answers a question by the capability that it asks, as REST does. A project that is not published, an ambiguous name
 * and a question that no capability answers are answered in words.
 * @throws RpcError -32602 for parameters that the capability refuses; Failure of a limit or an outage
 */
export async function replyTo(question: Question, call: ProtocolCall): Promise<Reply> {
  if (question.kind === 'data') {
    const { capability = '', ...query } = question.texts
    return answerTo(
      { capability, query },
      { ...call, refused: (failure) => refuseField(failure, question.place) },
    )
  }
  const { ids, words } = evidenceIn(question.words)
  const read = readQuestion(words)
  const notUnderstood = () => (ids.length === 0 ? helpReply('not_understood', call) : receiptReply(ids, call))
  if (read.kind !== 'asked') return read.kind === 'not_offered' ? helpReply(read.kind, call) : notUnderstood()
  const { project, contract, projects } = read.query
  if (ids.length > 0 && (project ?? contract ?? projects) === undefined) return notUnderstood()
  return answerTo(
    { ...read, unread: [...ids, ...read.unread], text: withoutQuotes(words) },
    {
      ...call,
      unclear: read.isClear && ids.length === 0 ? undefined : notUnderstood,
      refused: (failure) => refusalReply(failure, call),
    },
  )
}

async function answerTo(
  { unread = [], ...asked }: CapabilityCall,
  call: ProtocolCall & {
    readonly refused: (failure: Failure) => Reply
    /** The answer to words that neither name a project nor say what is asked. */
    readonly unclear?: (() => Reply) | undefined
  },
): Promise<Reply> {
  try {
    const answer = await answerOf({ ...asked, unread }, call)
    call.count({ surface: 'a2a', capability: answer.capability })
    return { text: answerText(answer), data: answer }
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    const { project, ...others } = asked.query
    // Beside a contract, words that name no project are words that are not understood.
    if (
      thrown.code === 'not_found' &&
      asked.text !== undefined &&
      project !== undefined &&
      others['contract']
    )
      return answerTo({ ...asked, query: others, unread: [...unread, project] }, call)
    if (thrown.code === 'not_found' && call.unclear !== undefined) return call.unclear()
    const words = plainWordsOf(thrown, asked.text)
    if (thrown.code === 'not_found' && words !== undefined) return wordsReply([...unread, words], call)
    if (thrown.code === 'not_found' || thrown.code === 'ambiguous_name') return refusalReply(thrown, call)
    if (ERRORS[thrown.code].status === 400) return call.refused(thrown)
    throw thrown
  }
}

/** The answer that REST gives to the same question. */
async function answerOf(
  { capability, query, text, unread }: CapabilityCall & { readonly unread: readonly string[] },
  { answer }: ProtocolCall,
): Promise<AgentAnswer> {
  const raw = { path: { capability }, query: Object.entries(query), header: () => undefined }
  const input = readInput(OPERATIONS.agentCapability, raw)
  const key = `agent ${JSON.stringify([input, text, ...unread])}`
  const bytes = await answer({
    key,
    make: async (deps) => {
      if (text === undefined) return JSON.stringify(await readAgentCapability(input, deps))
      const asked = await withLongerNames({ input, unread, text }, deps)
      const read = await readAgentCapability(asked.input, deps)
      return JSON.stringify(withReading(read, { unread: asked.unread }))
    },
  })
  return JSON.parse(textOfBytes(bytes))
}

/**
 * The words of a question that are no name: lower-case letters alone, and no published name is near them. Undefined for
 * a name, which has a capital letter, a digit, a mark, or quotes around it.
 */
function plainWordsOf({ extra }: Failure, text: string | undefined): string | undefined {
  const { lookedFor, nearest } = extra.detail ?? {}
  if (typeof lookedFor !== 'string' || nearest !== undefined || text === undefined) return undefined
  const isWritten = text.toLowerCase().includes(lookedFor.toLowerCase())
  return isWritten && /^[\p{Ll}\s’']+$/u.test(lookedFor) ? lookedFor : undefined
}

/** A refusal in words: with the candidates of an ambiguous name, otherwise with what can be asked. */
function refusalReply(failure: Failure, { requestId }: ProtocolCall): Reply {
  const data = agentErrorOf(failure, requestId)
  const text = refusalText(data)
  return { text: failure.code === 'ambiguous_name' ? text : `${text}\n${offeredQuestions(OFFERED)}`, data }
}

/** @throws RpcError -32602 with the field of the data part that is not as expected */
function refuseField({ message, extra }: Failure, place: string): never {
  const { parameter } = extra.detail ?? {}
  const field = typeof parameter === 'string' ? `${place}.${parameter}` : place
  throw invalidParameters([{ field, description: message }])
}

function helpReply(status: keyof typeof HELP, call: ProtocolCall): Reply {
  return offerReply({ status, answer: HELP[status] }, call)
}

/** The answer to words that neither ask a question nor name a published project. */
function wordsReply(words: readonly string[], call: ProtocolCall): Reply {
  const quoted = words.map((one) => quoteWords(one).text).join(', ')
  const named = `Not understood: ${quoted}. No published project has such a name.`
  const answer = [named, ...askInstead(words), HELP.not_understood].join(' ')
  return offerReply({ status: 'not_understood', answer }, call)
}

/** A question about evidence ids, which no capability reads. */
function receiptReply(ids: readonly EvidenceId[], call: ProtocolCall): Reply {
  return offerReply({ status: 'not_understood', ...receiptAddresses(ids, call) }, call)
}

function offerReply(
  help: {
    readonly status: keyof typeof HELP
    readonly answer: string
    readonly evidence?: readonly object[]
  },
  { baseUrl }: ProtocolCall,
): Reply {
  return {
    text: `${help.answer}\n${offeredQuestions(OFFERED)}`,
    data: { ...help, capabilities: exampleQuestions(OFFERED), agentContract: `${baseUrl}/api/agent` },
  }
}
