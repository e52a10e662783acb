import { describe, expect, test } from 'vitest'
import { parseChangelog } from './changelog.ts'

const HEAD = ['# Changelog', '', 'Version 1 is', 'additive.', '']
const fileOf = (...lines: readonly string[]) => [...HEAD, ...lines, ''].join('\n')
const DAY = ['## 2026-11-22', '', '### Added', '']

test('reads the policy, and each entry with its day and kind, newest day first', () => {
  const { policy, entries } = parseChangelog(
    fileOf(
      ...DAY,
      '- `GET /a` answers',
      '  with b.',
      '- One more.',
      '',
      '### Truth repairs',
      '',
      '- Was wrong. Earlier answers are named `old`.',
      '',
      '## 2026-11-21',
      '',
      '### Deprecated',
      '',
      '- `c` ends.',
    ),
  )
  expect(policy).toBe('Version 1 is additive.')
  expect(entries.map(({ date, kind, text }) => [date, kind, text])).toEqual([
    ['2026-11-22', 'Added', '`GET /a` answers with b.'],
    ['2026-11-22', 'Added', 'One more.'],
    ['2026-11-22', 'Truth repairs', 'Was wrong. Earlier answers are named `old`.'],
    ['2026-11-21', 'Deprecated', '`c` ends.'],
  ])
})

describe('the id of an entry', () => {
  const idOf = (...lines: readonly string[]) => parseChangelog(fileOf(...lines)).entries.at(-1)?.id

  test('stays when its lines are wrapped otherwise and when entries are added', () => {
    const id = idOf(...DAY, '- One two three.')
    expect(idOf(...DAY, '- One', '  two', '  three.')).toBe(id)
    expect(idOf('## 2026-11-23', '', '### Added', '- New.', ...DAY, '- Before.', '- One two three.')).toBe(id)
  })

  test('is another on another day', () => {
    const other = DAY.map((line) => line.replace('22', '21'))
    expect(idOf(...other, '- One.')).not.toBe(idOf(...DAY, '- One.'))
  })
})

test.each([
  ['no title', 'Changes\n\n## 2026-11-22\n', 'line 1: expected "# Changelog"'],
  ['no day', '# Changelog\n\nPolicy.\n', 'line 1: expected "# Changelog"'],
  ['a day that does not exist', fileOf('## 2026-02-30'), 'line 6: expected a day'],
  ['days in order of time', fileOf(...DAY, '- A.', '## 2026-11-23'), 'line 11: expected a day before'],
  ['the same day twice', fileOf(...DAY, '- A.', '## 2026-11-22'), 'line 11: expected a day before'],
  ['another kind', fileOf('## 2026-11-22', '### Fixed'), 'line 7: expected one of Added'],
  ['a kind twice', fileOf(...DAY, '- A.', '### Added'), 'line 11: expected one of Added'],
  ['an entry without a kind', fileOf('## 2026-11-22', '- A.'), 'line 7: expected a day'],
  ['text between entries', fileOf(...DAY, '- A.', 'loose'), 'line 11: expected a day'],
  ['an entry twice', fileOf(...DAY, '- A.', '- A.'), 'line 11: expected a text'],
  [
    'an unnamed repair',
    fileOf('## 2026-11-22', '### Truth repairs', '- A.'),
    'line 8: expected a truth repair',
  ],
  ['a repair elsewhere', fileOf(...DAY, '- Truth repair: a.'), 'line 10: expected it under'],
])('refuses %s with its line', (_, file, message) => {
  expect(() => parseChangelog(file)).toThrow(message)
})
