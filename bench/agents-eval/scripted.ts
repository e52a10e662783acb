import {
  type Agent,
  type AgentAnswer,
  type ArgumentSchema,
  type ListedTool,
  type Toolbox,
  tokensOf,
} from './question.ts'

/** Maximum number of calls for one question. */
const MOST_CALLS = 3
/**
 * How many words a question must share with a tool for the tool to be called. One is enough for a question that names a
 * project, a contract or a record.
 */
const LEAST_SHARED = { named: 1, nameless: 2 }
/** Share of matching words at which a line is good enough, so that no further tool is called. */
const GOOD_PART = 0.5

type Line = {
  readonly kind: string
  readonly statement: string
  readonly answer: string
  readonly evidence: readonly string[]
  readonly part: number
}
/** A question: its words without names, its names, and whether it asks for a figure. */
type Asked = {
  readonly words: ReadonlySet<string>
  readonly names: readonly string[]
  readonly wantsFigure: boolean
}
type Plan = {
  readonly tool: ListedTool
  readonly args: Readonly<Record<string, unknown>>
  readonly weight: number
}

/**
 * An agent without a model. It chooses a tool by the words that the question shares with the tool's name, description
 * and schema, fills the arguments by the schema, and answers with the line that matches the question best. It knows
 * nothing else about the service.
 */
export const scriptedAgent: Agent = {
  name: 'scripted',
  async ask(text, toolbox) {
    const question = askedBy(text, toolbox)
    let tokens = tokensOf(JSON.stringify(toolbox.tools)) + tokensOf(text)
    if (isRefused(question.words, toolbox)) return { answer: NONE, calls: 0, tokens }
    const plans = plansOf(text, toolbox)
    let calls = 0
    let best: Line | undefined
    let next: Omit<Plan, 'weight'> | undefined
    for (const plan of plans) {
      let asked: Omit<Plan, 'weight'> | undefined = plan
      while (asked !== undefined && calls < MOST_CALLS) {
        const answered = await toolbox.call(asked.tool.name, asked.args)
        calls += 1
        tokens += tokensOf(answered)
        best = better(best, bestLine(answered, question))
        if (best !== undefined && best.part >= GOOD_PART) return { answer: answerOf(best), calls, tokens }
        next = nextCall(answered, toolbox)
        asked = next
      }
      if (calls >= MOST_CALLS) break
    }
    if (plans.length === 0) return { answer: NONE, calls, tokens }
    return { answer: best === undefined ? UNKNOWN : answerOf(best), calls, tokens }
  },
}

const NONE: AgentAnswer = { kind: 'none', answer: '', claims: [] }
const UNKNOWN: AgentAnswer = { kind: 'unknown', answer: '', claims: [] }

function askedBy(text: string, toolbox: Toolbox): Asked {
  const names = namesIn(text, toolbox)
  const without = names.reduce((rest, name) => rest.replaceAll(name, ' '), outsideQuotes(text))
  return { words: wordsOf(without), names, wantsFigure: /\bhow (?:many|much|high|often)\b/i.test(text) }
}

/**
 * Whether the question is about a subject that the server's instructions exclude, as in “No price predictions, no
 * advice, …”.
 */
function isRefused(question: ReadonlySet<string>, { instructions }: Toolbox): boolean {
  const excluded = [...instructions.matchAll(/\bno ([a-z ]+)(?=[,.])/gi)].map(([, words = '']) =>
    wordsOf(words),
  )
  return excluded.some((words) => words.size > 0 && [...words].every((word) => question.has(word)))
}

/** The calls to try, best first: of tools whose required arguments the question can fill. */
function plansOf(text: string, toolbox: Toolbox): readonly Plan[] {
  const { tools } = toolbox
  const { words: question, names } = askedBy(text, toolbox)
  const of = tools.map((tool) => ({ tool, words: wordsOf(wordsOfTool(tool)) }))
  const weightOf = (word: string) => {
    const having = of.filter(({ words }) => words.has(word)).length
    return having === 0 ? 0 : Math.log(1 + tools.length / having)
  }
  return of
    .flatMap(({ tool, words }): readonly Plan[] => {
      const args = argumentsOf(tool, text, names)
      if (args === undefined) return []
      const given = JSON.stringify(args)
      if (!names.every((name) => given.includes(name))) return []
      const shared = [...question].filter((word) => words.has(word))
      const least =
        names.length > 0 || /\b0x|:/.test(given.slice(1, -1).replaceAll('":', '')) ? 'named' : 'nameless'
      if (shared.length < LEAST_SHARED[least]) return []
      return [{ tool, args, weight: shared.reduce((sum, word) => sum + weightOf(word), 0) }]
    })
    .toSorted((one, another) => another.weight - one.weight)
}

function wordsOfTool({ name, title = '', description, inputSchema }: ListedTool): string {
  const schemas = Object.entries(inputSchema.properties)
  return [
    name,
    title,
    description,
    ...schemas.flatMap(([argument, schema]) => [argument, schema.description ?? '', ...(schema.enum ?? [])]),
  ].join(' ')
}

/** The arguments that the question gives for a tool; undefined when a required one is missing. */
function argumentsOf(
  { inputSchema }: ListedTool,
  text: string,
  names: readonly string[],
): Plan['args'] | undefined {
  const found = Object.entries(inputSchema.properties).flatMap(([name, schema]) => {
    const value = givenIn({ text, names }, name, schema)
    return value === undefined ? [] : [[name, value] as const]
  })
  const args = Object.fromEntries(found)
  return (inputSchema.required ?? []).every((name) => name in args) ? args : undefined
}

/** The value that the question gives for an argument, in the form of the argument's schema; undefined without one. */
function givenIn(
  { text, names }: { readonly text: string; readonly names: readonly string[] },
  name: string,
  schema: ArgumentSchema,
): unknown {
  const { type, pattern, items } = schema
  if (schema.enum !== undefined)
    return schema.enum.find((value) => value !== schema.default && hasPhrase(text, value))
  if (type === 'array') {
    return items?.type === 'string' && names.length > 1 ? names.slice(0, 4) : undefined
  }
  if (type === 'integer') return new RegExp(`\\b${name}\\b[^\\d]{0,12}(\\d+)`, 'i').exec(text)?.[1]
  if (type !== 'string') return undefined
  if (pattern !== undefined)
    return text.split(/[\s?]+/).find((word) => new RegExp(pattern).test(word) && /[:\d]/.test(word))
  return /\bname\b/i.test(schema.description ?? '') && /^(?:project|name)$/.test(name)
    ? names.at(-1)
    : undefined
}

/** The names in a question: capitalised words inside a sentence that are not words of the tools. */
function namesIn(text: string, { tools }: Toolbox): readonly string[] {
  const inside = outsideQuotes(text).replace(/(?:^|[.?!]\s+)\p{Lu}\p{L}*/gu, (begin) => begin.toLowerCase())
  const names = [...inside.matchAll(/\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/gu)].map(([name]) => name)
  const known = wordsOf(tools.map(wordsOfTool).join(' '))
  return [...new Set(names)].filter((name) => ![...wordsOf(name)].every((word) => known.has(word)))
}

function hasPhrase(text: string, value: string): boolean {
  const phrase = value.replaceAll(/[_-]/g, ' ')
  return new RegExp(
    `(?<![\\w.])${RegExp.escape(value)}(?![\\w.])|(?<![\\w.])${RegExp.escape(phrase)}(?![\\w.])`,
    'i',
  ).test(text)
}

/** The line of an answer that matches the question best; undefined when none matches. */
function bestLine(answered: string, question: Asked): Line | undefined {
  return answered
    .split('\n')
    .reduce<Line | undefined>((best, line) => better(best, lineOf(line, question)), undefined)
}

function lineOf(line: string, { words: question, wantsFigure }: Asked): Line | undefined {
  const [, kind = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
  if (!/^(?:FACT|DERIVED|UNKNOWN)$/.test(kind)) return undefined
  const [, statement = rest, notes = ''] = /^(.*?)(?: \[([^\]]*)\])?$/.exec(rest) ?? []
  const evidence =
    /evidence (.+)$/
      .exec(notes)?.[1]
      ?.split(' ')
      .filter((word) => word.includes(':')) ?? []
  const words = wordsOf(outsideQuotes(statement))
  const subject = wordsOf(outsideQuotes(statement.split(':')[0] ?? ''))
  const shared = [...question].filter((word) => words.has(word)).length
  const named = [...subject].filter((word) => question.has(word)).length
  if (shared === 0 || (wantsFigure && kind !== 'UNKNOWN' && !/\d/.test(valueIn(statement)))) return undefined
  // The server asks for evidence ids, so a line without one is worth half.
  const worth = kind === 'UNKNOWN' || evidence.length > 0 ? 1 : 0.5
  const part = (worth * (shared / question.size + named / Math.max(1, subject.size))) / 2
  return { kind, statement, evidence, answer: notedIn(notes, question) ?? valueIn(statement), part }
}

/** The value of a statement: its first sentence after the subject. */
function valueIn(statement: string): string {
  const [, value = statement] = /^[^:]*: (.*)$/.exec(statement) ?? []
  const [first = value] = value.split(/(?<=\D)\. |\. (?=\p{Lu})/u)
  return first
}

/** The note of a line that the question asks for by name, such as its rule. */
function notedIn(notes: string, question: ReadonlySet<string>): string | undefined {
  const named = notes
    .split('; ')
    .find((note) => /^[a-z]+ /.test(note) && question.has(stemOf(note.split(' ')[0] ?? '')))
  return named?.slice(named.indexOf(' ') + 1)
}

function better(one: Line | undefined, another: Line | undefined): Line | undefined {
  if (one === undefined || another === undefined) return one ?? another
  return another.part > one.part ? another : one
}

function answerOf({ kind, answer, statement, evidence }: Line): AgentAnswer {
  return kind === 'UNKNOWN' ? UNKNOWN : { kind: 'value', answer, claims: [{ statement, evidence }] }
}

/** The call that an answer names for the rest of its data; undefined when it names none. */
function nextCall(answered: string, { tools }: Toolbox): Omit<Plan, 'weight'> | undefined {
  const [, name, args] = /^NEXT Call (\S+) with (\{.*?\}): /m.exec(answered) ?? []
  const tool = tools.find((one) => one.name === name)
  return tool === undefined || args === undefined ? undefined : { tool, args: JSON.parse(args) }
}

/** The text outside quotes. Quoted text is data of others. */
function outsideQuotes(text: string): string {
  return text.replace(/“[^”]*”/g, ' ')
}

const COMMON = new Set(
  'a an and are as at be by do does for from give has have how in is it its me my of on one or that the their this to was were what when which who why with as far long many much often'.split(
    ' ',
  ),
)

/** The meaningful words of a text, without English endings. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)).map(stemOf))
}

function stemOf(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '')
  return word
    .replace(/(?:ications?|ations?|ions?|ings?|ied|ies|ed|es|s|y)$/, '')
    .replace(/([^aeiouls])\1$/, '$1')
}
