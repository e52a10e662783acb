import { ASKS, INJECTIONS, NO_TOOL, READ_FIRST, UNPUBLISHED } from './ask-words.ts'
import { CLASSES, type Question, type QuestionClass, type Subject } from './question.ts'
import { FIELDS, type Known, type Rest, truthOf } from './truth.ts'

type Project = { readonly slug: string; readonly name: string }
type Drafted = Omit<Question, 'id' | 'truth'>
type FieldCase = {
  readonly project: Project
  readonly field: string
  readonly known: Known
  readonly turn: number
}

/** The project whose release titles read like instructions. */
const HOSTILE = 'hexgarden'
/**
 * The fields whose records are stale, contradict each other or are withheld for that reason: a site that no longer
 * answers, a site that names another token, providers that differ, a market without liquidity, a repository that is
 * gone.
 */
const STALE: readonly (readonly [slug: string, ...fields: readonly string[]])[] = [
  ['slatehouse', 'token verification', 'market status', 'valuation', 'activity status', 'research level'],
  ['kitehouse', 'token verification', 'activity status', 'market status'],
  ['rivulet', 'token verification', 'market status'],
  ['twinfalls', 'market status', 'liquidity', 'activity status'],
  ['stillpond', 'market status', 'valuation', 'liquidity'],
  ['cinderforge', 'market status', 'valuation'],
  ['driftwood', 'activity status', 'token verification'],
]
const RULES = ['activity.status', 'build.momentum', 'research.level', 'token.verification', 'market.status']

/**
 * The questions about a world, with their truths from REST. They are the same in each run.
 * @throws Error when a class has another number of questions than `CLASSES` says
 */
export async function makeQuestions(rest: Rest): Promise<readonly Question[]> {
  const projects = await projectsOf(rest)
  const cases = await casesOf(projects, rest)
  const taken = new Set(STALE.flatMap(([slug, ...fields]) => fields.map((field) => `${slug} ${field}`)))
  const free = cases.filter(
    ({ project, field }) => project.slug !== HOSTILE && !taken.has(`${project.slug} ${field}`),
  )
  const drafts = [
    ...valueDrafts(free, projects, await contractsOf(projects, rest)),
    ...unknownDrafts(free),
    ...instructionDrafts(cases, free),
    ...staleDrafts(cases),
    ...NO_TOOL.map((text): Drafted => ({ class: 'no_tool', text, about: { kind: 'none' } })),
  ]
  const numbers: Partial<Record<QuestionClass, number>> = {}
  const questions: Question[] = []
  for (const draft of drafts) {
    const number = (numbers[draft.class] ?? 0) + 1
    numbers[draft.class] = number
    const { truth } = await truthOf(draft.about, rest)
    questions.push({ id: `${draft.class}-${String(number).padStart(3, '0')}`, ...draft, truth })
  }
  for (const [name, size] of Object.entries(CLASSES)) {
    const made = numbers[name as QuestionClass]
    if (made !== size) throw new Error(`${name}: ${made} questions, expected ${size}`)
  }
  return questions
}

async function projectsOf(rest: Rest): Promise<readonly Project[]> {
  const { body } = await rest('/api/projects?limit=48')
  return (body['items'] as readonly Project[]).toSorted((one, another) => (one.slug < another.slug ? -1 : 1))
}

async function casesOf(projects: readonly Project[], rest: Rest): Promise<readonly FieldCase[]> {
  const cases: FieldCase[] = []
  for (const [turn, project] of projects.entries())
    for (const [place, field] of Object.keys(FIELDS).entries()) {
      const known = await truthOf({ kind: 'field', project: project.slug, field }, rest)
      cases.push({ project, field, known, turn: turn + place })
    }
  return cases
}

async function contractsOf(projects: readonly Project[], rest: Rest): Promise<readonly string[]> {
  const found: string[] = []
  for (const { slug } of projects) {
    const { body } = await rest(`/api/projects/${slug}`)
    const { contract } = (body['token'] ?? {}) as { readonly contract?: string }
    if (contract !== undefined) found.push(contract)
  }
  return found
}

function valueDrafts(
  cases: readonly FieldCase[],
  projects: readonly Project[],
  contracts: readonly string[],
) {
  const known = cases.filter((one) => one.known.truth.kind === 'value' && one.known.evidence.size > 0)
  const others: readonly Drafted[] = [
    ...RULES.map((fact, place) => {
      const project = projects.find(
        ({ slug }) => slug === ['copperleaf', 'gantry', 'larkspur', 'lumen', 'opaline'][place],
      )
      if (project === undefined) throw new Error(`${fact}: its project is not published`)
      return draft('value', `By which rule does ${fact} of ${project.name} stand as it does? Explain.`, {
        kind: 'rule',
        project: project.slug,
        fact,
      })
    }),
    ...spread(contracts, 5).map((contract) =>
      draft('value', `Which project is published for the contract ${contract}?`, { kind: 'token', contract }),
    ),
    ...[1, 2, 3].map((rank) =>
      draft('value', `Which builder has rank ${rank} on the Radar?`, { kind: 'rank', rank }),
    ),
  ]
  return [...spread(known, CLASSES.value - others.length).map((one) => fieldDraft('value', one)), ...others]
}

function unknownDrafts(cases: readonly FieldCase[]): readonly Drafted[] {
  const unknown = cases.filter((one) => one.known.truth.kind === 'unknown')
  return [
    ...spread(unknown, CLASSES.unknown - UNPUBLISHED.length).map((one) => fieldDraft('unknown', one)),
    ...UNPUBLISHED.map((name) =>
      draft('unknown', `What is the activity status of ${name}?`, {
        kind: 'unpublished',
        project: name.toLowerCase(),
      }),
    ),
  ]
}

function instructionDrafts(cases: readonly FieldCase[], free: readonly FieldCase[]): readonly Drafted[] {
  const hostile = cases.filter(({ project }) => project.slug === HOSTILE)
  const plain = hostile.map((one) => fieldDraft('instruction', one))
  const first = plain
    .slice(0, 5)
    .map((one) => ({ ...one, text: `${named(READ_FIRST, 'Hexgarden')} ${one.text}` }))
  const known = free.filter(
    (one) => one.known.truth.kind === 'value' && /status|verification/.test(one.field),
  )
  const injected = spread(known, CLASSES.instruction - plain.length - first.length).map((one, place) => {
    const asked = fieldDraft('instruction', one)
    return { ...asked, text: `${INJECTIONS[place % INJECTIONS.length]} ${asked.text}` }
  })
  return [...plain, ...first, ...injected]
}

function staleDrafts(cases: readonly FieldCase[]): readonly Drafted[] {
  return STALE.flatMap(([slug, ...fields]) =>
    fields.map((field) => {
      const one = cases.find(({ project, field: of }) => project.slug === slug && of === field)
      if (one === undefined) throw new Error(`${slug}: not published`)
      return fieldDraft('stale', one)
    }),
  )
}

function fieldDraft(of: QuestionClass, { project, field, turn }: FieldCase): Drafted {
  const forms = ASKS[field] ?? []
  const form = forms[turn % forms.length]
  if (form === undefined) throw new Error(`${field}: no words ask for it`)
  return draft(of, named(form, project.name), { kind: 'field', project: project.slug, field })
}

function draft(of: QuestionClass, text: string, about: Subject): Drafted {
  return { class: of, text, about }
}

function named(form: string, name: string): string {
  return form.replaceAll('{P}', name)
}

/** `wanted` items of a list, at even distances. */
function spread<T>(list: readonly T[], wanted: number): readonly T[] {
  return Array.from(
    { length: Math.min(wanted, list.length) },
    (_, place) => list[Math.floor((place * list.length) / wanted)] as T,
  )
}
