import { expect, test } from 'vitest'
import { ShipKind } from '#contract/enums.ts'
import { linesOfSection, sectionsOf } from '#test/pages/reference-words.ts'
import { valuesReference } from './values-page.ts'

const page = valuesReference()

test('the page of values says what it has', () => {
  expect(page).toMatchObject({
    path: '/developers/reference/values',
    title: 'Values of the API: the form of every id and time, and every closed list',
    heading: 'Values with a form of their own',
    says: 'Ids, times and closed lists that several answers share.',
    above: [{ href: '/developers/reference', words: 'Reference' }],
  })
  expect(sectionsOf(page)).toEqual([
    ['forms', 'Ids, times and texts'],
    ['lists', 'Closed lists', 'Values can be added: ignore one that you do not know.'],
  ])
})

const namesIn = (lines: readonly string[]) => lines.map((line) => String(/^`([^`]*)`/.exec(line)?.[1]))

test('the page of values has each id and time once, in the order of names, with its pattern', () => {
  const [caption, ...rows] = linesOfSection(page, 'forms')
  expect(caption).toBe('Ids, times and texts: Name, Form')
  const names = namesIn(rows)
  expect(names).toEqual([...new Set(names)].toSorted())
  expect(rows).toEqual(
    expect.arrayContaining([
      '`Badge`{#Badge} (text) | An SVG image. ',
      '`CalendarDate`{#CalendarDate} (day, YYYY-MM-DD) | Calendar day in UTC, YYYY-MM-DD. ',
      '`ContractAddress`{#ContractAddress} (text) | Contract address, lower-cased.  (Pattern `^0x[0-9a-f]{40}$`)',
    ]),
  )
})

test('the page of values has each closed list with its values, and no object, list or record', () => {
  const [caption, ...rows] = linesOfSection(page, 'lists')
  expect(caption).toBe('Closed lists: Name, Values')
  const names = namesIn(rows)
  expect(names).toEqual([...new Set(names)].toSorted())
  const kinds = ShipKind.enum.map((kind) => `\`${kind}\``).join(', ')
  expect(rows.find((row) => row.startsWith('`ShipKind`'))).toContain(`\`ShipKind\`{#ShipKind} | ${kinds}`)
  expect(rows.find((row) => row.startsWith('`ActivityStatus`'))).toBe(
    '`ActivityStatus`{#ActivityStatus} | `SHIPPING`, `ACTIVE`, `QUIET`, `DORMANT`, `RESUMED`, `UNKNOWN` (By shipping, never by price.)',
  )
  expect(rows).toContain('`CountedShips`{#CountedShips} | `only`')
  expect(names).toEqual(expect.arrayContaining(['DeliveryStatus', 'A2aAskingRole', 'ShipOrder']))
  expect(namesIn(linesOfSection(page, 'forms')).filter((name) => names.includes(name))).toEqual([])
  for (const name of ['ChangeEvent', 'ScanAnswer', 'IgnoredParameters'])
    expect([...names, ...namesIn(linesOfSection(page, 'forms'))]).not.toContain(name)
})
