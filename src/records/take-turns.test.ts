import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })
const away = failing('ECONNREFUSED')
const starting = failing('57P03')
const full = failing('53100')
const defect = new Error('a defect')

test.each([
  { name: 'the database is away', turns: [away, away, away], logged: [away] },
  { name: 'it is away and then starts', turns: [away, starting, starting], logged: [away] },
  { name: 'its disk fills up meanwhile', turns: [away, full, full, away], logged: [away, full, away] },
  { name: 'it is away again', turns: [away, undefined, away], logged: [away, away] },
  { name: 'a turn has a defect', turns: [defect, defect], logged: [defect, defect] },
  { name: 'nothing fails', turns: [undefined, undefined], logged: [] },
])('a failure of a loop is logged once while its kind lasts: $name', async ({ turns, logged }) => {
  const ending = new AbortController()
  const said: object[] = []
  const logger = { error: (fields: object) => said.push(fields) }
  let taken = 0
  await takeTurns({ work: 'rank', signal: ending.signal, againMs: 0, logger }, async () => {
    const failure = turns[taken]
    taken += 1
    if (taken === turns.length) ending.abort()
    if (failure !== undefined) throw failure
  })
  expect(taken).toBe(turns.length)
  expect(said).toEqual(logged.map((err) => ({ work: 'rank', err })))
})
