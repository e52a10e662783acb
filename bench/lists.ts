import { parseArgs } from 'node:util'
import { type Ask, asking, type Question } from './ask.ts'
import { figure, type Timing, tableOf, timed, timingOf } from './figures.ts'
import { timeListingWrites } from './listing-writes.ts'
import { chanceFor, KINDS, type Kind, knownOf } from './questions.ts'
import { END } from './sample-projects.ts'
import { type Catalogue, openCatalogue, openServer } from './server.ts'

/**
 * Measures lists in catalogues of several sizes, the mirroring of a ledger at its start and its end, and the writing of
 * 500 listings. The sizes take turns, so that other work on the machine affects all alike. Each question is asked
 * twice, and timed the second time, when its data is in memory; with `--first` it is asked and timed once. Garbage is
 * collected between questions, because a collection during a question would decide the 99th percentile.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    'events-each': { type: 'string', default: '20' },
    times: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    first: { type: 'boolean', default: false },
    data: { type: 'string', default: '.data/bench' },
  },
})
const LIMIT = 100
/** The largest allowed p50 in milliseconds, by the number of projects. */
const AIMS_MS = new Map([
  [10_000, 10],
  [100_000, 40],
])

type Asked = {
  readonly catalogue: Catalogue
  readonly ask: Ask
  readonly known: Awaited<ReturnType<typeof knownOf>>
}

await using server = await openServer(values.data)
await using stack = new AsyncDisposableStack()
const asked: Asked[] = []
for (const projects of values.sizes.split(',').map((size) => Number.parseInt(size, 10))) {
  const events = projects * Number.parseInt(values['events-each'], 10)
  const catalogue = stack.use(await openCatalogue({ projects, events, seed: 'one' }, server))
  const { database } = catalogue
  asked.push({
    catalogue,
    ask: asking({ reader: database, now: END }, { check: false }),
    known: await knownOf(database),
  })
}
const kinds = KINDS.filter(({ name }) => name.includes(values.only))
console.log(await timeKinds(kinds))
if (values.only === '') {
  console.log(`\n${await timeMirrors()}`)
  for (const { catalogue } of asked.slice(0, 2).slice(-1)) {
    console.log(`\n${await timeListingWrites(catalogue, server)}`)
  }
}

async function timeKinds(timedKinds: readonly Kind[]): Promise<string> {
  const sizes = asked.map(({ catalogue }) => catalogue.size.projects.toLocaleString('en-US'))
  const head = ['p50 / p99 in ms', ...sizes, ...sizes.slice(1).map((size) => `${size} ÷ ${sizes[0]}`)]
  const rows: string[][] = []
  const slower: string[] = []
  for (const kind of timedKinds) {
    const timings = await timeKind(kind)
    const [base] = timings
    if (base === undefined) throw new Error('Invalid --sizes: expected at least one size')
    rows.push(rowOf(kind, base, timings))
    for (const [index, { p50 }] of timings.entries()) {
      const projects = asked[index]?.catalogue.size.projects
      const aim = projects === undefined ? undefined : AIMS_MS.get(projects)
      if (aim !== undefined && kind.deep !== true && p50 > aim)
        slower.push(`${kind.name} (${projects}: ${figure(p50)} ms)`)
    }
  }
  const verdict = slower.length === 0 ? 'none' : slower.join(', ')
  const aims = [...AIMS_MS].map(([projects, ms]) => `${ms} ms at ${projects.toLocaleString('en-US')}`)
  return `${tableOf([head, ...rows])}\n\nSlower than the aims (p50 ${aims.join(', ')}): ${verdict}.`
}

function rowOf(kind: Kind, base: Timing, timings: readonly Timing[]): string[] {
  return [
    kind.name,
    ...timings.map(({ p50, p99 }) => `${figure(p50)} / ${figure(p99)}`),
    ...timings.slice(1).map(({ p50, p99 }) => `${figure(p50 / base.p50)} / ${figure(p99 / base.p99)}`),
  ]
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('Missing --expose-gc: run `npm run bench:lists`')
  globalThis.gc({ type: 'minor' })
}

async function timeKind(kind: Kind): Promise<readonly Timing[]> {
  const times = Number.parseInt(values.times, 10)
  const warming = Math.ceil(times / 10)
  const questions = asked.map(({ known }) => {
    const chance = chanceFor(kind)
    return Array.from({ length: warming + times }, () => kind.ask(known, chance))
  })
  if (!values.first) await durationsOf(questions)
  return (await durationsOf(questions)).map((durations) => timingOf(durations.slice(warming)))
}

/** The duration of each question in milliseconds, for each size of catalogue. */
async function durationsOf(questions: readonly (readonly Question[])[]): Promise<readonly number[][]> {
  const durations = asked.map((): number[] => [])
  for (const time of questions[0]?.keys() ?? []) {
    for (const [size, { ask }] of asked.entries()) {
      const question = questions[size]?.[time]
      if (question === undefined) continue
      collectGarbage()
      durations[size]?.push((await timed(() => ask(question))).ms)
    }
  }
  return durations
}

/** Mirrors the whole ledger of each catalogue, with a hundred events in each request. */
async function timeMirrors(): Promise<string> {
  const rows = [['mirror, events a second', 'first tenth', 'last tenth', 'last ÷ first', 'all, in s']]
  for (const { catalogue, ask, known } of asked) {
    const tenths = await mirror(ask, known.head)
    const rate = (ms: number | undefined) => (ms === undefined ? Number.NaN : known.head / 10 / (ms / 1000))
    const [first, last] = [rate(tenths[0]), rate(tenths[9])]
    const all = tenths.reduce((sum, ms) => sum + ms, 0) / 1000
    const size = `${catalogue.size.projects.toLocaleString('en-US')} projects, ${known.head.toLocaleString('en-US')} events`
    rows.push([size, figure(first), figure(last), figure(last / first), figure(all)])
  }
  return tableOf(rows)
}

async function mirror(ask: Ask, head: number): Promise<readonly number[]> {
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let position = 0; position < head; ) {
    const query = { after: `c1.${position}`, limit: LIMIT }
    const { ms, answer } = await timed(() => ask({ name: 'changes', query }))
    const tenth = Math.floor((position / head) * 10)
    tenths[tenth] = (tenths[tenth] ?? 0) + ms
    const next = /"nextCursor":"c1\.(\d+)"/.exec(answer)?.[1]
    const after = next === undefined ? head : Number.parseInt(next, 10)
    if (after <= position) return tenths
    position = after
  }
  return tenths
}
