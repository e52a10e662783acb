import type { Expected } from '../expected.ts'
import { answeringSources, codeStreamsOf } from '../rules/building.ts'
import { isGood } from '../rules/known.ts'
import { type Move, marketMoves, statusMoves } from '../rules/moves.ts'
import { dayBegins, HOUR, iso } from '../rules/times.ts'
import { at, listAt, type Values } from '../values.ts'
import type { Json, Project, State, Stream } from '../world/state.ts'

const OF_STATUS = ['build.status_changed', 'build.dormant', 'build.resumed']
const OF_MARKET = ['market.status_changed']
/**
 * Times closer than this belong to one pass. Its readings, evaluations and the ledger's run have times of their own.
 */
const OF_ONE_PASS = HOUR / 6
/** A conclusion is shown this long after a reading, with the evaluations that may confirm it. */
const TOLD = (72 + 12) * HOUR

/** Compares every announced move of the activity and market status in the ledger, with its time and its window. */
export async function compareMoves(state: State, { project }: Expected, values: Values): Promise<void> {
  const { slug, token } = project
  const types = [...OF_STATUS, ...OF_MARKET].join()
  const { body } = await state.get(`/api/changes?project=${slug}&type=${types}&limit=100`)
  const said = listAt(body, 'items').toSorted((a, b) =>
    String(at(a, 'detectedAt')).localeCompare(String(at(b, 'detectedAt'))),
  )
  for (const [fact, of, moves] of [
    ['status', OF_STATUS, statusMoves(state, project)],
    ['market', OF_MARKET, token === undefined ? [] : marketMoves(state, project)],
  ] as const) {
    const events = said.filter((event) => of.includes(String(at(event, 'type'))))
    const where = { surface: `moves ${fact}`, project: slug, rule: 'announced moves' }
    values.check({ ...where, field: 'number', expected: moves.length, got: events.length })
    for (const [place, move] of moves.entries())
      compareMove(move, events[place], (field, expected, got) =>
        values.check({ ...where, field: `${place + 1} ${field}`, expected, got }),
      )
  }
}

type Check = (field: string, expected: Json | undefined, got: Json | undefined) => void

function compareMove(move: Move, event: Json | undefined, check: Check): void {
  check('type', move.type, at(event, 'type'))
  check('from', move.from, at(event, 'facts.from'))
  check('to', move.to, at(event, 'facts.to'))
  for (const [field, expected] of [
    ['detectedAt', move.at],
    ['facts.between.from', move.shownTo],
    ['facts.between.to', move.shownTo === undefined ? undefined : move.at],
  ] as const)
    check(field, expected && iso(expected), sameAs(expected, at(event, field)))
}

/** The expected time when the answered time is of the same pass; otherwise the answered time. */
function sameAs(expected: number | undefined, said: Json | undefined): Json | undefined {
  if (expected === undefined || typeof said !== 'string') return said
  return Math.abs(Date.parse(said) - expected) <= OF_ONE_PASS ? iso(expected) : said
}

/**
 * Compares the number of these moves in a diff of two days: the count, or the number recorded while the count is
 * unknown.
 */
export function compareCountedMoves(
  state: State,
  {
    expected: { project },
    ...input
  }: {
    readonly expected: Expected
    readonly body: Json
    readonly from: string
    readonly to: string
    readonly values: Values
  },
): void {
  const { body, from, to, values } = input
  const moves = [...statusMoves(state, project), ...marketMoves(state, project)]
  const span = { from: dayBegins(from), to: dayBegins(to) + 24 * HOUR }
  const within = moves.filter((move) => move.at >= span.from && move.at < span.to)
  for (const type of [...OF_STATUS, ...OF_MARKET]) {
    const said = listAt(body, 'events.items').find((item) => at(item, 'type') === type)
    values.check({
      surface: 'diff events',
      project: project.slug,
      field: type,
      rule: 'announced moves',
      expected: within.filter((move) => move.type === type).length,
      got: at(said, 'count') ?? at(said, 'recorded') ?? 0,
    })
    if (wasUnread(state, project, { ...span, isMarket: OF_MARKET.includes(type) }))
      values.check({
        surface: 'diff events',
        project: project.slug,
        field: `${type} count`,
        rule: 'R113',
        expected: undefined,
        got: at(said, 'count'),
      })
  }
}

/**
 * Whether a conclusion behind a count was not shown for a time within these days, because no reading had renewed it.
 */
function wasUnread(
  state: State,
  project: Project,
  { from, to, isMarket }: { readonly from: number; readonly to: number; readonly isMarket: boolean },
): boolean {
  const end = Math.min(to, state.now)
  const markets = project.sources.flatMap(({ streams }) =>
    streams.filter(({ name }) => name === 'token_market'),
  )
  const read = isMarket
    ? [markets.flatMap(goodReadings)]
    : answeringSources(project, state.now).flatMap(codeStreamsOf).map(goodReadings)
  return read.some((times) => {
    const all = [...times.filter((time) => time <= state.now), state.now].toSorted((a, b) => a - b)
    return all.some((time, place) => {
      const before = all[place - 1]
      return before !== undefined && time > from && time - before > TOLD && before + TOLD < end
    })
  })
}

function goodReadings(stream: Stream | undefined): readonly number[] {
  return (stream?.readings ?? []).filter(({ outcome }) => isGood(outcome)).map(({ at: time }) => time)
}
