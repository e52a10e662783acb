/** The classes of the evaluation, each with the number of its questions. */
export const CLASSES = { value: 100, unknown: 40, instruction: 20, stale: 20, no_tool: 20 } as const
export type QuestionClass = keyof typeof CLASSES

/** What a question is about, which says where REST has its truth. */
export type Subject =
  | { readonly kind: 'field'; readonly project: string; readonly field: string }
  | { readonly kind: 'rule'; readonly project: string; readonly fact: string }
  | { readonly kind: 'token'; readonly contract: string }
  | { readonly kind: 'rank'; readonly rank: number }
  | { readonly kind: 'unpublished'; readonly project: string }
  | { readonly kind: 'none' }

/** The right answer. The right evidence is not stored: the scorer reads it from REST in each run. */
export type Truth =
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'unknown' }
  /** The question is not one that a tool answers. */
  | { readonly kind: 'none' }

export type Question = {
  readonly id: string
  readonly class: QuestionClass
  readonly text: string
  readonly about: Subject
  readonly truth: Truth
}

/** The answer of an agent. */
export type AgentAnswer = {
  readonly kind: 'value' | 'unknown' | 'none'
  /** The bare value, in words or figures. */
  readonly answer: string
  readonly claims: readonly { readonly statement: string; readonly evidence: readonly string[] }[]
}

/** A tool as MCP lists it. */
export type ListedTool = {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, ArgumentSchema>>
    readonly required?: readonly string[]
  }
}
export type ArgumentSchema = {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly default?: unknown
  readonly items?: ArgumentSchema
}

/** What an agent can use: the server's instructions, its tools, and a way to call them. */
export type Toolbox = {
  readonly instructions: string
  readonly tools: readonly ListedTool[]
  /** Calls a tool. Resolves to the text of the answer, as a client without structured content shows it. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<string>
}

/** How an agent answered one question. */
export type Run = { readonly answer: AgentAnswer; readonly calls: number; readonly tokens: number }
export type Agent = {
  readonly name: string
  readonly ask: (text: string, toolbox: Toolbox) => Promise<Run>
}

/** Average bytes of a token, where no model counts tokens. */
const BYTES_PER_TOKEN = 4

export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
}
