import type { AgentAnswer, Question, Run } from './question.ts'
import type { Known } from './truth.ts'

export type Score = { readonly isRight: boolean; readonly fault?: string }

/** Whether an evidence id resolves to a receipt. */
type Resolves = (id: string) => Promise<boolean>

/**
 * Whether an answer is right. It must have the right value and at least one claim. Each claim must cite evidence that
 * resolves and that REST names for the value. Where the truth is unknown, only the answer unknown is right. A question
 * that no tool answers must be answered without a call.
 */
export async function scoreOf(
  { question, run }: { readonly question: Question; readonly run: Run },
  {
    known,
    values,
    resolves,
  }: { readonly known: Known; readonly values: ReadonlySet<string>; readonly resolves: Resolves },
): Promise<Score> {
  const { answer, calls } = run
  const { truth } = question
  if (answer.kind !== truth.kind)
    return wrong(`answered ${answer.kind}: ${answer.answer}, expected ${truth.kind}`)
  if (truth.kind === 'none') return calls === 0 ? { isRight: true } : wrong(`${calls} calls, expected none`)
  const uncited = await uncitedOf(answer, { known, resolves })
  if (uncited !== undefined) return wrong(uncited)
  if (truth.kind === 'unknown') return { isRight: true }
  if (answer.claims.length === 0) return wrong('no claim')
  return holds(answer.answer, { value: truth.value, values })
    ? { isRight: true }
    : wrong(`answered ${answer.answer}, expected ${truth.value}`)
}

/** What is wrong with the evidence of the claims; undefined when each claim cites evidence that REST names. */
async function uncitedOf(
  { kind, claims }: AgentAnswer,
  { known, resolves }: { readonly known: Known; readonly resolves: Resolves },
): Promise<string | undefined> {
  for (const { statement, evidence } of claims) {
    if (kind === 'value' && evidence.length === 0) return `no evidence: ${statement}`
    for (const id of evidence) {
      if (!(await resolves(id))) return `${id} does not resolve`
      if (kind === 'value' && !known.evidence.has(id)) return `${id} is not evidence of the value`
    }
  }
  return undefined
}

/** Whether an answer contains the value, and no other value that is the truth of a question about the same field. */
function holds(
  answer: string,
  { value, values }: { readonly value: string | number; readonly values: ReadonlySet<string> },
) {
  if (typeof value === 'number')
    return Number(/-?[\d,]*\.?\d+(?:e[+-]?\d+)?/i.exec(answer)?.[0].replaceAll(',', '')) === value
  const words = plain(answer)
  if (!words.includes(plain(value))) return false
  const rest = words.replaceAll(plain(value), ' ')
  return ![...values].some(
    (other) =>
      plain(other) !== plain(value) && new RegExp(`(?<!\\w)${RegExp.escape(plain(other))}(?!\\w)`).test(rest),
  )
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/[“”"'’`]/g, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function wrong(fault: string): Score {
  return { isRight: false, fault }
}
