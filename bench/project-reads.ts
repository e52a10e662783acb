import { parseArgs } from 'node:util'
import { asking } from './ask.ts'
import { CATALOGUE_OPTIONS, sizeOf } from './catalogue-options.ts'
import { type Chance, chanceOf } from './chance.ts'
import { figure, medianOf, type Timing, tableOf, timed, timingOf } from './figures.ts'
import { PARTNER_CARD, PROJECT_KINDS } from './project-kinds.ts'
import { chanceFor, type Kind, knownOf } from './questions.ts'
import { openCatalogue, openServer, openYear } from './server.ts'
import { AFTER_YEAR } from './year.ts'

/**
 * Measures the reads of a project, with a year of recorded days, beside the Partner Card: below HTTP, without the
 * response cache, and one question at a time. The kinds take turns in a new order each time, so that other work on the
 * machine, and the garbage of the largest answers, affect all alike. Every question is asked once before the first
 * round and then in each round. Young garbage is collected between questions. The figures are the medians of the
 * rounds.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    ...CATALOGUE_OPTIONS,
    days: { type: 'string', default: '365' },
    times: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
})
/**
 * An answer: its duration, the processor time of this process for it, its size, and the duration of `JSON.stringify`
 * alone.
 */
type Answered = {
  readonly ms: number
  readonly processMs: number
  readonly bytes: number
  readonly jsonMs: number
}
/** The largest allowed ratio between the p99 of a read and the p99 of the Partner Card. */
const AIM = 3
const { projects, events } = sizeOf(values)
const times = Number.parseInt(values.times, 10)

await using server = await openServer(values.data)
await using catalogue = await openCatalogue({ projects, events, seed: 'one' }, server)
await using year = await openYear({ catalogue, days: Number.parseInt(values.days, 10) }, server)
const { database } = year

const ask = asking({ reader: database, now: AFTER_YEAR }, { check: false })
const known = await knownOf(database)
const kinds = [PARTNER_CARD, ...PROJECT_KINDS.filter(({ name }) => name.includes(values.only))]
await answersTo(kinds)
const rounds: (readonly Figures[])[] = []
for (let round = 0; round < Number.parseInt(values.rounds, 10); round += 1) {
  rounds.push((await answersTo(kinds)).map(figuresOf))
}
const head = [
  '',
  'p50 ms',
  'p99 ms',
  'p99 ÷ card',
  'in each round',
  'aim',
  'process, ms',
  'process ÷ card',
  'KB',
  'JSON.stringify alone, ms',
]
const rows = kinds.map(({ name }, index) => [name, ...cellsOf(index)])
console.log(tableOf([head, ...rows]))

/**
 * Asks the questions of each kind. Returns their durations and sizes. Each answer is parsed and written again, to time
 * the writing alone.
 */
async function answersTo(asked: readonly Kind[]): Promise<readonly Answered[][]> {
  const chances = asked.map((kind) => chanceFor(kind))
  const order = chanceOf('order')
  const answers = asked.map((): Answered[] => [])
  for (let time = 0; time < times; time += 1) {
    for (const [index, kind] of inNewOrder([...asked.entries()], order)) {
      const chance = chances[index]
      if (chance === undefined) throw new Error(`${kind.name} has no chance`)
      const question = kind.ask(known, chance)
      globalThis.gc?.({ type: 'minor' })
      const before = process.cpuUsage()
      const { ms, answer } = await timed(() => ask(question))
      const used = process.cpuUsage(before)
      const parsed: unknown = JSON.parse(answer)
      const json = await timed(async () => JSON.stringify(parsed))
      const processMs = (used.user + used.system) / 1000
      answers[index]?.push({ ms, processMs, bytes: Buffer.byteLength(answer), jsonMs: json.ms })
    }
  }
  return answers
}

function inNewOrder<T>(values: readonly T[], chance: Chance): readonly T[] {
  const placed = values.map((value) => ({ value, place: chance.next() }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ value }) => value)
}

type Figures = Timing & Omit<Answered, 'ms'>

function figuresOf(answers: readonly Answered[]): Figures {
  return {
    ...timingOf(answers.map(({ ms }) => ms)),
    processMs: medianOf(answers.map(({ processMs }) => processMs)),
    bytes: medianOf(answers.map(({ bytes }) => bytes)),
    jsonMs: medianOf(answers.map(({ jsonMs }) => jsonMs)),
  }
}

/** The figures of a kind, compared with those of the Partner Card in the same round. */
function cellsOf(index: number): readonly string[] {
  const beside = rounds.map((round) => {
    const [card, of] = [round[0], round[index]]
    if (of === undefined || card === undefined) throw new Error('No figures: expected those of each kind')
    return { ...of, share: of.p99 / card.p99, processShare: of.processMs / card.processMs }
  })
  const median = (name: keyof (typeof beside)[number]) => medianOf(beside.map((round) => round[name]))
  const shares = beside.map(({ share }) => figure(share)).join(', ')
  return [
    figure(median('p50')),
    figure(median('p99')),
    figure(median('share')),
    ...(index === 0 ? ['', ''] : [shares, `${AIM}`]),
    figure(median('processMs')),
    figure(median('processShare')),
    figure(median('bytes') / 1000),
    figure(median('jsonMs')),
  ]
}
