import { expect, test } from 'vitest'
import { showOn } from './progress.ts'

const CLEAR = '\r\u001b[K'

function open(columns = 80) {
  const written: string[] = []
  const time = { ms: 0 }
  const show = showOn({ write: (text) => written.push(text), columns }, () => time.ms)
  return { written, time, show }
}

test('R9: a line names the run, what is done of the total, and the counts', () => {
  const { show, written } = open()
  show.run('collect, step 1 of 6')({ 'github.fresh': 12, 'site.missing': 1 }, { done: 13, total: 40 })
  expect(written).toEqual([`${CLEAR}collect, step 1 of 6: 13 of 40: github.fresh 12, site.missing 1\r`])
})

test('R9: without a total a line has the counts alone', () => {
  const { show, written } = open()
  show.run('rank, step 4 of 6')({ ranked: 3 })
  expect(written).toEqual([`${CLEAR}rank, step 4 of 6: ranked 3\r`])
})

test('R9: clearing leaves an empty line, so that the ready line stands alone', () => {
  const { show, written } = open()
  show.run('collect')({ read: 1 })
  show.clear()
  expect(written.at(-1)).toBe(CLEAR)
})

test('a line is at most as long as the terminal, and written ten times a second', () => {
  const { show, written, time } = open(12)
  const progress = show.run('evaluate')
  progress({ evaluated: 50 })
  time.ms = 99
  progress({ evaluated: 100 })
  time.ms = 100
  progress({ evaluated: 150 })
  expect(written).toEqual([`${CLEAR}evaluate: e\r`, `${CLEAR}evaluate: e\r`])
})
