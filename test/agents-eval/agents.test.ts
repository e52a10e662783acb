import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { agentOf } from '../../bench/agents-eval/model.ts'
import type { Toolbox } from '../../bench/agents-eval/question.ts'

/** Tools of another server: the agents know nothing of this service. */
function shopBox(): Toolbox & { readonly asked: (readonly [string, object])[] } {
  const asked: (readonly [string, object])[] = []
  return {
    asked,
    instructions: 'A shop of plants. Cite evidence ids. No gardening advice.',
    tools: [
      {
        name: 'get_plant',
        description: 'What is known of a plant? Height, price and stock.',
        inputSchema: {
          properties: { name: { type: 'string', description: 'The name of the plant' } },
          required: ['name'],
        },
      },
      { name: 'list_orders', description: 'Which orders are open?', inputSchema: { properties: {} } },
    ],
    async call(name, args) {
      asked.push([name, args])
      return 'FACT Height: 30 cm. It grows. [evidence plant:1]\nUNKNOWN Price: unknown. [reason NOT_READ]'
    },
  }
}

describe('the scripted agent', () => {
  const ask = async (question: string) => {
    const box = shopBox()
    const { answer, calls } = await agentOf({}).ask(question, box)
    return { answer, calls, asked: box.asked }
  }

  test('chooses a tool by its words, and cites the line that it answers with', async () => {
    const { answer, calls, asked } = await ask('What is the height of Fern?')
    expect(asked).toEqual([['get_plant', { name: 'Fern' }]])
    expect([calls, answer]).toEqual([
      1,
      {
        kind: 'value',
        answer: '30 cm',
        claims: [{ statement: 'Height: 30 cm. It grows.', evidence: ['plant:1'] }],
      },
    ])
  })

  test('answers unknown for a line that says so', async () => {
    expect((await ask('What is the price of Fern?')).answer.kind).toBe('unknown')
  })

  test.each(['What is the capital of Norway?', 'Give me gardening advice for Fern.'])(
    'calls no tool for %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ answer: { kind: 'none' }, calls: 0, asked: [] })
    },
  )

  test('makes at most three calls', async () => {
    const box = shopBox()
    const endless = {
      ...box,
      call: async (name: string, args: object) => {
        await box.call(name, { ...args })
        return 'NEXT Call get_plant with {"name":"Fern"}: more.'
      },
    }
    const { calls } = await agentOf({}).ask('How high does Fern grow in stock?', endless)
    expect([calls, box.asked.length]).toEqual([3, 3])
  })
})

type Asked = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }

/** A model on a socket that answers one request after the other with these bodies. */
async function modelAt(answers: readonly (readonly [number, object | string])[]) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const [status, body] = answers[asked.length] ?? [500, 'no more answers']
    asked.push({ url: String(request.url), headers: request.headers, body: await text(request) })
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const model = await listenOnLoopback(server)
  onTestFinished(() => model[Symbol.asyncDispose]())
  return { url: `${model.url}/v`, asked }
}

const KEY = 'a-key-that-nobody-may-print'
const FINAL = '{"kind":"value","answer":"30","claims":[{"statement":"Height: 30 cm","evidence":["plant:1"]}]}'
const OPENAI = [
  {
    choices: [
      {
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 't-1', type: 'function', function: { name: 'get_plant', arguments: '{"name":"Fern"}' } },
          ],
        },
      },
    ],
    usage: { total_tokens: 100 },
  },
  {
    choices: [{ message: { role: 'assistant', content: `Here it is: ${FINAL}` } }],
    usage: { total_tokens: 150 },
  },
]
const ANTHROPIC = [
  {
    content: [{ type: 'tool_use', id: 't-1', name: 'get_plant', input: { name: 'Fern' } }],
    usage: { input_tokens: 80, output_tokens: 20 },
  },
  { content: [{ type: 'text', text: FINAL }], usage: { input_tokens: 130, output_tokens: 20 } },
]

describe('a model at an endpoint', () => {
  test.each([
    ['openai', OPENAI, '/v/chat/completions', 'authorization', `Bearer ${KEY}`],
    ['anthropic', ANTHROPIC, '/v/v1/messages', 'x-api-key', KEY],
  ] as const)(
    'speaks as %s: a call of a tool, its answer, the final words',
    async (api, turns, path, header, value) => {
      const { url, asked } = await modelAt(turns.map((turn) => [200, turn] as const))
      const box = shopBox()
      const env = {
        AGENTS_EVAL_API: api,
        AGENTS_EVAL_URL: url,
        AGENTS_EVAL_MODEL: 'm-1',
        AGENTS_EVAL_KEY: KEY,
      }
      const agent = agentOf(env)
      const run = await agent.ask('How high is Fern?', box)
      expect(agent.name).toBe('m-1')
      expect(run).toEqual({
        answer: {
          kind: 'value',
          answer: '30',
          claims: [{ statement: 'Height: 30 cm', evidence: ['plant:1'] }],
        },
        calls: 1,
        tokens: 250,
      })
      expect(box.asked).toEqual([['get_plant', { name: 'Fern' }]])
      expect(asked.map((one) => [one.url, one.headers[header]])).toEqual([
        [path, value],
        [path, value],
      ])
      const [first, second] = asked.map(({ body }) => body)
      expect(first).toContain('"What is known of a plant? Height, price and stock."')
      expect(second).toContain('Height: 30 cm. It grows.')
    },
  )

  test('an endpoint that repeats the key is not quoted with it', async () => {
    const { url } = await modelAt([[401, `the key ${KEY} is not valid`]])
    const env = {
      AGENTS_EVAL_API: 'openai',
      AGENTS_EVAL_URL: url,
      AGENTS_EVAL_MODEL: 'm-1',
      AGENTS_EVAL_KEY: KEY,
    }
    const failed = agentOf(env).ask('How high is Fern?', shopBox())
    await expect(failed).rejects.toThrow('The model answered 401: the key [secret] is not valid')
  })

  test.each([
    [{ AGENTS_EVAL_API: 'other' }, 'Invalid AGENTS_EVAL_API: expected one of openai, anthropic'],
    [
      { AGENTS_EVAL_API: 'openai', AGENTS_EVAL_URL: 'http://127.0.0.1:9' },
      'Set AGENTS_EVAL_MODEL beside AGENTS_EVAL_API',
    ],
  ])('%j is refused', (env, message) => {
    expect(() => agentOf(env)).toThrow(message)
  })
})
