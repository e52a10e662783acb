import { describe, expect, test } from 'vitest'
import { barOf, showOn, showStartOn } from './progress.ts'

const CLEAR = '\r\u001b[K'

function open(columns = 80) {
  const written: string[] = []
  const time = { ms: 0 }
  const show = showOn({ write: (text) => written.push(text), columns }, () => time.ms)
  return { written, time, show }
}

test('[R9] a line names the run, what is done of the total, and the counts', () => {
  const { show, written } = open()
  show.run('collect, step 1 of 6')({ 'github.fresh': 12, 'site.missing': 1 }, { done: 13, total: 40 })
  expect(written).toEqual([`${CLEAR}collect, step 1 of 6: 13 of 40: github.fresh 12, site.missing 1\r`])
})

test('[R9] without a total a line has the counts alone', () => {
  const { show, written } = open()
  show.run('rank, step 4 of 6')({ ranked: 3 })
  expect(written).toEqual([`${CLEAR}rank, step 4 of 6: ranked 3\r`])
})

test('[R9] clearing leaves an empty line, so that the ready line stands alone', () => {
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

describe('a start', () => {
  function start(columns?: number) {
    const written: string[] = []
    const time = { ms: 400 }
    const output = {
      write: (text: string) => written.push(text),
      ...(columns === undefined ? {} : { columns }),
    }
    return { written, time, show: showStartOn(output, () => time.ms) }
  }

  test('says each step on a line of its own, with the time since the process began', () => {
    const { show, written, time } = start()
    show.step('starting PostgreSQL')
    expect(show.run('collect, step 1 of 10')).toBeUndefined()
    time.ms = 12_345
    show.step('ready')
    show.clear()
    expect(written).toEqual(['   0.4 s  starting PostgreSQL\n', '  12.3 s  ready\n'])
  })

  test('shows on a terminal what the step does, and clears that line before the next', () => {
    const { show, written } = start(80)
    show.run(`${barOf({ done: 3, total: 12 })} collect`)?.({ read: 1 }, { done: 1, total: 2 })
    show.step('ready')
    expect(written).toEqual([
      `${CLEAR}[#####···············] collect: 1 of 2: read 1\r`,
      CLEAR,
      '   0.4 s  ready\n',
    ])
  })
})
