import type { ExplainedInput, LineageStep } from '#contract/shapes/explanation.ts'
import { type Instant, laterOf } from '#contract/time.ts'
import type { StoredConclusion } from '#domain/project/explained-record.ts'
import { counted } from '#domain/rules/rule.ts'
import { capitalised } from '../words/figures.ts'

/** The steps from the sources of a conclusion to what is public, each with its times where they are known. */
export function lineageOf(
  { rule, evidence, unknownInputs, evaluatedAt, confirmedAt }: StoredConclusion,
  shown: { readonly inputs: readonly ExplainedInput[]; readonly publishedAt: Instant },
): LineageStep[] {
  const cited = [...evidence, ...shown.inputs.flatMap(({ source }) => (source === undefined ? [] : [source]))]
  const sources = new Set(cited.filter((id) => id.startsWith('source:')))
  return [
    { step: 'source', text: `${capitalised(numberOf(sources.size, 'source'))} cited.` },
    readingStep(shown.inputs),
    {
      step: 'selection',
      at: confirmedAt,
      text: `The rule used ${counted(shown.inputs.length, 'input')}; ${numberOf(unknownInputs.length, 'input')} unknown.`,
    },
    {
      step: 'rule',
      from: evaluatedAt,
      at: confirmedAt,
      text: `${rule} concluded it at the earlier time and last confirmed it at the later one.`,
    },
    publishedStep(laterOf(evaluatedAt, shown.publishedAt)),
  ]
}

/** The step at which a conclusion becomes public. */
export function publishedStep(at: Instant): LineageStep {
  return { step: 'published', at, text: 'It is public since this time.' }
}

function readingStep(inputs: readonly ExplainedInput[]): LineageStep {
  const times = inputs.flatMap(({ observedAt }) => (observedAt === undefined ? [] : [observedAt])).toSorted()
  const [from] = times
  const at = times.at(-1)
  if (from === undefined || at === undefined)
    return { step: 'reading', text: 'No input has a time of its own.' }
  return from === at
    ? { step: 'reading', at, text: 'The inputs are of this time.' }
    : { step: 'reading', from, at, text: 'The inputs are of times between these two.' }
}

function numberOf(count: number, noun: string): string {
  return `${count === 0 ? `no ${noun}` : counted(count, noun)} ${count > 1 ? 'are' : 'is'}`
}
