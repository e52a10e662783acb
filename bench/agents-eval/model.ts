import type { Agent, AgentAnswer, Run, Toolbox } from './question.ts'
import { scriptedAgent } from './scripted.ts'

/** Number of calls for one question after which a model gets no further turn. */
const MOST_CALLS = 8
const ANSWER_WITHIN_MS = 180_000
/** Maximum number of tokens that a model may write in one turn. */
const MOST_TOKENS = 2_000

const TASK = `Answer the question with the tools where they can answer it, in as few calls as possible. Then write one JSON object and nothing else:
{"kind": "value" | "unknown" | "none", "answer": "the bare value", "claims": [{"statement": "…", "evidence": ["the evidence ids of this statement"]}]}
kind is unknown where the records do not hold the answer. kind is none where no tool can answer the question: then call none.`

type Settings = Readonly<Record<string, string | undefined>>
type Endpoint = { readonly url: string; readonly model: string; readonly key: string | undefined }
type Json = Readonly<Record<string, unknown>>
type Call = { readonly id: string; readonly name: string; readonly args: Json }
type Turn = {
  readonly text: string
  readonly calls: readonly Call[]
  readonly tokens: number
  readonly message: Json
}
type Answered = { readonly call: Call; readonly text: string }

/**
 * The wire format of a provider: the request of a turn, the turn in its answer, and the messages with the answers of
 * tools.
 */
type Wire = {
  readonly path: string
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>
  readonly body: (model: string, messages: readonly Json[], toolbox: Toolbox) => Json
  readonly turn: (answer: Json) => Turn
  readonly results: (answered: readonly Answered[]) => readonly Json[]
}

/**
 * The agent that the environment names: AGENTS_EVAL_API is openai or anthropic, with AGENTS_EVAL_URL, AGENTS_EVAL_MODEL
 * and AGENTS_EVAL_KEY. The scripted agent without AGENTS_EVAL_API.
 * @throws Error that names the invalid or missing variable
 */
export function agentOf(env: Settings): Agent {
  const api = env['AGENTS_EVAL_API']
  if (api === undefined || api === '') return scriptedAgent
  const wire = WIRES[api]
  if (wire === undefined)
    throw new Error(`Invalid AGENTS_EVAL_API: expected one of ${Object.keys(WIRES).join(', ')}`)
  const [url, model] = ['AGENTS_EVAL_URL', 'AGENTS_EVAL_MODEL'].map((name) => {
    const value = env[name]
    if (value === undefined || value === '') throw new Error(`Set ${name} beside AGENTS_EVAL_API`)
    return value
  }) as [string, string]
  return modelAgent(wire, { url: url.replace(/\/+$/, ''), model, key: env['AGENTS_EVAL_KEY'] })
}

function modelAgent(wire: Wire, endpoint: Endpoint): Agent {
  return {
    name: endpoint.model,
    async ask(text, toolbox) {
      let messages: readonly Json[] = [{ role: 'user', content: `${TASK}\n\nQuestion: ${text}` }]
      let [calls, tokens] = [0, 0]
      for (;;) {
        const turn = wire.turn(await send(wire, endpoint, wire.body(endpoint.model, messages, toolbox)))
        tokens += turn.tokens
        if (turn.calls.length === 0 || calls >= MOST_CALLS)
          return { answer: readAnswer(turn.text), calls, tokens }
        const answered: Answered[] = []
        for (const call of turn.calls) answered.push({ call, text: await toolbox.call(call.name, call.args) })
        calls += turn.calls.length
        messages = [...messages, turn.message, ...wire.results(answered)]
      }
    },
  } satisfies { name: string; ask: (text: string, toolbox: Toolbox) => Promise<Run> }
}

/** Sends one request to the model. @throws Error with the status and the beginning of the body, without the key */
async function send(wire: Wire, { url, key }: Endpoint, body: Json): Promise<Json> {
  const answer = await fetch(`${url}${wire.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...wire.headers(key) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text) as Json
  const shown = key === undefined ? text : text.replaceAll(key, '[secret]')
  throw new Error(`The model answered ${answer.status}: ${shown.slice(0, 300)}`)
}

/** The answer in the JSON object of a text. A text without one is an answer without claims. */
function readAnswer(text: string): AgentAnswer {
  const none: AgentAnswer = { kind: 'value', answer: text, claims: [] }
  const [object] = /\{[\s\S]*\}/.exec(text) ?? []
  if (object === undefined) return none
  try {
    const { kind, answer, claims } = JSON.parse(object) as Partial<AgentAnswer>
    if (kind !== 'value' && kind !== 'unknown' && kind !== 'none') return none
    return { kind, answer: String(answer), claims: Array.isArray(claims) ? claims.map(readClaim) : [] }
  } catch (error) {
    if (error instanceof SyntaxError) return none
    throw error
  }
}

function readClaim({
  statement,
  evidence,
}: Partial<AgentAnswer['claims'][number]>): AgentAnswer['claims'][number] {
  return { statement: String(statement), evidence: Array.isArray(evidence) ? evidence.map(String) : [] }
}

const WIRES: Readonly<Record<string, Wire>> = {
  openai: {
    path: '/chat/completions',
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    body: (model, messages, { instructions, tools }) => ({
      model,
      messages: [{ role: 'system', content: instructions }, ...messages],
      tools: tools.map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    turn(answer) {
      type Message = Json & {
        readonly content?: string | null
        readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
      }
      const { choices, usage } = answer as {
        readonly choices: readonly { readonly message: Message }[]
        readonly usage?: { readonly total_tokens?: number }
      }
      const message: Message = choices[0]?.message ?? {}
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args: JSON.parse(args) as Json,
      }))
      return { text: message.content ?? '', calls, tokens: usage?.total_tokens ?? Number.NaN, message }
    },
    results: (answered) =>
      answered.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, content: text })),
  },
  anthropic: {
    path: '/v1/messages',
    headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
    body: (model, messages, { instructions, tools }) => ({
      model,
      max_tokens: MOST_TOKENS,
      system: instructions,
      messages,
      tools: tools.map(({ name, description, inputSchema: input_schema }) => ({
        name,
        description,
        input_schema,
      })),
    }),
    turn(answer) {
      type Block = { type: string; text?: string; id?: string; name?: string; input?: Json }
      const { content, usage } = answer as {
        readonly content: readonly Block[]
        readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number }
      }
      const calls = content
        .filter(({ type }) => type === 'tool_use')
        .map(({ id = '', name = '', input = {} }) => ({ id, name, args: input }))
      const text = content.map((block) => block.text ?? '').join('')
      const tokens = (usage?.input_tokens ?? Number.NaN) + (usage?.output_tokens ?? Number.NaN)
      return { text, calls, tokens, message: { role: 'assistant', content } }
    },
    results: (answered) => [
      {
        role: 'user',
        content: answered.map(({ call, text }) => ({
          type: 'tool_result',
          tool_use_id: call.id,
          content: text,
        })),
      },
    ],
  },
}
