import { expect, test } from 'vitest'
import { openFailureLog } from './failure-log.ts'

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function openWatched() {
  const watched = { nowMs: 0, lines: [] as readonly unknown[] }
  const log = openFailureLog(
    {
      error(fields, message) {
        watched.lines = [...watched.lines, { ...fields, message }]
      },
    },
    () => watched.nowMs,
  )
  return Object.assign(watched, { log })
}

test('a database that is away is logged once a second, with how many requests failed alike', () => {
  const watched = openWatched()
  for (const [requestId, nowMs] of [
    ['a', 0],
    ['b', 1],
    ['c', 999],
    ['d', 1_000],
    ['e', 2_000],
  ] as const) {
    watched.nowMs = nowMs
    watched.log({ requestId, err: AWAY })
  }
  expect(watched.lines).toEqual([
    { requestId: 'a', err: AWAY, failedAlike: 0, message: 'unavailable' },
    { requestId: 'd', err: AWAY, failedAlike: 2, message: 'unavailable' },
    { requestId: 'e', err: AWAY, failedAlike: 0, message: 'unavailable' },
  ])
})

test('each request that fails by a bug is logged, also while the database is away', () => {
  const watched = openWatched()
  const err = new TypeError('no such field')
  watched.log({ requestId: 'a', err: AWAY })
  watched.log({ requestId: 'b', err })
  watched.log({ requestId: 'c', err })
  expect(watched.lines).toMatchObject([
    { requestId: 'a', message: 'unavailable' },
    { requestId: 'b', err, message: 'internal_error' },
    { requestId: 'c', err, message: 'internal_error' },
  ])
})
