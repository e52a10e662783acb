import { type Agent, CLASSES, type Question, type QuestionClass, type Run, type Toolbox } from './question.ts'
import { type Score, scoreOf } from './score.ts'
import { type Rest, truthOf } from './truth.ts'

export type Scored = Score & { readonly question: Question; readonly run: Run }

/**
 * Asks an agent every question in turn, and scores each answer. @throws Error when the stored truth differs from REST
 */
export async function evaluate(
  { agent, questions }: { readonly agent: Agent; readonly questions: readonly Question[] },
  { toolbox, rest }: { readonly toolbox: Toolbox; readonly rest: Rest },
): Promise<readonly Scored[]> {
  const resolves = async (id: string) =>
    (await rest(`/api/evidence/${encodeURIComponent(id)}`)).status === 200
  const scored: Scored[] = []
  for (const question of questions) {
    const known = await truthOf(question.about, rest)
    if (JSON.stringify(known.truth) !== JSON.stringify(question.truth))
      throw new Error(
        `${question.id}: the world says ${JSON.stringify(known.truth)}: run npm run bench:agents-eval -- --write`,
      )
    const run = await agent.ask(question.text, toolbox)
    const values = valuesLike(question, questions)
    scored.push({ question, run, ...(await scoreOf({ question, run }, { known, values, resolves })) })
  }
  return scored
}

/** The true texts of all questions about the same field. */
function valuesLike({ about }: Question, questions: readonly Question[]): ReadonlySet<string> {
  const placeOf = (one: Question['about']) => `${one.kind} ${'field' in one ? one.field : ''}`
  return new Set(
    questions.flatMap(({ about: of, truth }) =>
      placeOf(of) === placeOf(about) && truth.kind === 'value' && typeof truth.value === 'string'
        ? [truth.value]
        : [],
    ),
  )
}

type ClassFigures = {
  readonly class: QuestionClass | 'all'
  readonly questions: number
  readonly right: number
  readonly calls: number
  readonly mostCalls: number
  readonly tokens: number
}

/** The figures of each class of questions, and those of all questions. */
export function figuresOf(scored: readonly Scored[]): readonly ClassFigures[] {
  const names = Object.keys(CLASSES) as readonly QuestionClass[]
  return [
    ...names.map((name) =>
      figuresOfSome(
        name,
        scored.filter(({ question }) => question.class === name),
      ),
    ),
    figuresOfSome('all', scored),
  ]
}

function figuresOfSome(name: ClassFigures['class'], scored: readonly Scored[]): ClassFigures {
  const sum = (of: (one: Scored) => number) => scored.reduce((total, one) => total + of(one), 0)
  return {
    class: name,
    questions: scored.length,
    right: sum(({ isRight }) => (isRight ? 1 : 0)),
    calls: sum(({ run }) => run.calls),
    mostCalls: Math.max(0, ...scored.map(({ run }) => run.calls)),
    tokens: sum(({ run }) => run.tokens),
  }
}
