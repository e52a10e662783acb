import { parseArgs } from 'node:util'
import { asking } from './ask.ts'
import { CATALOGUE_OPTIONS, sizeOf } from './catalogue-options.ts'
import { figure, type Timing, tableOf, timed, timingOf } from './figures.ts'
import { PARTNER_CARD, PROJECT_KINDS } from './project-kinds.ts'
import { chanceFor, type Kind, knownOf } from './questions.ts'
import { openCatalogue, openCopy, openServer } from './server.ts'
import { AFTER_YEAR, writeYear } from './year.ts'

/**
 * Measures the reads of a project, with a year of recorded days, beside the Partner Card: below HTTP and without the
 * response cache, one question at a time. The kinds take turns, so that other work on the machine affects all alike.
 * Each question is asked twice and timed the second time. Garbage is collected between questions.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    ...CATALOGUE_OPTIONS,
    days: { type: 'string', default: '365' },
    times: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
  },
})
/** The largest p99 of a read, in p99 of the Partner Card. */
const AIM = 3
const { projects, events } = sizeOf(values)
const times = Number.parseInt(values.times, 10)

await using server = await openServer(values.data)
await using catalogue = await openCatalogue({ projects, events, seed: 'one' }, server)
await using copy = await openCopy(catalogue, server)
const { database } = copy
const { ms } = await timed(() => writeYear({ days: Number.parseInt(values.days, 10) }, database))
console.error(`${values.days} days written in ${figure(ms / 1000)} s`)

const ask = asking({ reader: database, now: AFTER_YEAR }, { check: false })
const known = await knownOf(database)
const kinds = [PARTNER_CARD, ...PROJECT_KINDS.filter(({ name }) => name.includes(values.only))]
await durationsOf(kinds)
const timings = (await durationsOf(kinds)).map(timingOf)
const rows = kinds.map(({ name }, index) => [name, ...figuresOf(timings[index], timings[0])])
console.log(tableOf([['', 'p50 ms', 'p99 ms', 'p99 ÷ card', 'aim'], ...rows]))

/** How long each question of each kind takes, in milliseconds. */
async function durationsOf(timedKinds: readonly Kind[]): Promise<readonly number[][]> {
  const chances = timedKinds.map((kind) => chanceFor(kind))
  const durations = timedKinds.map((): number[] => [])
  for (let time = 0; time < times; time += 1) {
    for (const [index, kind] of timedKinds.entries()) {
      const chance = chances[index]
      if (chance === undefined) throw new Error(`${kind.name} has no chance`)
      const question = kind.ask(known, chance)
      globalThis.gc?.({ type: 'minor' })
      durations[index]?.push((await timed(() => ask(question))).ms)
    }
  }
  return durations
}

function figuresOf(timing: Timing | undefined, card: Timing | undefined): readonly string[] {
  if (timing === undefined || card === undefined) throw new Error('No timing: expected one of each kind')
  return [
    figure(timing.p50),
    figure(timing.p99),
    figure(timing.p99 / card.p99),
    timing === card ? '' : `${AIM}`,
  ]
}
