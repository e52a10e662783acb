import { expect, test } from 'vitest'
import { ActivityStatus } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { sharedProject } from '../project/title.ts'
import { sharedContract } from '../token/contract-text.ts'
import { sharedToken } from '../token/text.ts'
import { statusColours } from './badge.ts'
import { sharePicture } from './share-picture.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')

/** The lines of the title and of the text, with their heights. */
function shown(title: string, lines: readonly string[]) {
  const text = /<text x="80" y="(\d+)" font-size="(\d+)"[^>]*>([^<]*)<\/text>/g
  const words = [...sharePicture({ title, lines }).matchAll(text)]
  const isTitle = ([, , size]: readonly string[]) => size === '64'
  const placed = ([, y, , line]: readonly string[]) => [y, line]
  const rows = words.filter((word) => !isTitle(word)).map(placed)
  return { heading: words.filter(isTitle).map(placed), rows: rows.slice(0, -1), last: rows.at(-1) }
}

test.each(ActivityStatus.enum)(
  'the picture of a project shows all words of %s, and the status in its colour',
  (status) => {
    const { label, help } = ACTIVITY_WORDS[status]
    const lastShip = { title: 'v2', kind: 'release', evidenceId: 'ship:1', occurredAt: NOW } as const
    const of = { status, statusLabel: label, statusHelp: help, asOf: NOW, lastShip, claims: {} }
    const words = sharedProject({ slug: 'meadowlark' as Slug, name: 'Meadowlark Exchange', ...of })
    const { rows } = shown(words.title, words.lines)
    expect(rows.map(([, text]) => text).join(' ')).toBe(
      `${help} Last ship on 19 Nov 2026: v2 As of 19 Nov 2026, 12:00 UTC`,
    )
    const [background, ink] = statusColours(status)
    const picture = sharePicture(words)
    expect(picture).toContain(`fill="${background}"/><text`)
    expect(picture).toContain(`fill="${ink}">${label}</text>`)
  },
)

test('the lines stand below the status, also under a title of two lines and above the service', () => {
  const of = { title: 'Meadowlark Exchange: Back to shipping', lines: ['1', '2', '3', '4', '5'] }
  const [, y] = /y="(\d+)" [^>]*>5</.exec(
    sharePicture({ ...of, status: { status: 'QUIET', words: 'Quiet' } }),
  ) ?? ['', '0']
  expect(Number.parseInt(String(y), 10)).toBeLessThan(550)
})

test('a picture has the title, each line below the other, and the service', () => {
  expect(shown('Lumen', ['Shipping', '4 <ships>'])).toEqual({
    heading: [['180', 'Lumen']],
    rows: [
      ['270', 'Shipping'],
      ['322', '4 &lt;ships&gt;'],
    ],
    last: ['570', 'Evidence Research Service'],
  })
})

test.each([
  ['words that fit a line', `${'a'.repeat(30)} ${'b'.repeat(31)}`, [`${'a'.repeat(30)} ${'b'.repeat(31)}`]],
  ['one character too many', `${'a'.repeat(31)} ${'b'.repeat(31)}`, ['a'.repeat(31), 'b'.repeat(31)]],
  ['a word of a whole line', 'a'.repeat(62), ['a'.repeat(62)]],
  ['a longer word', 'a'.repeat(63), [`${'a'.repeat(61)}…`]],
  ['characters of two units', '𝖠'.repeat(62), ['𝖠'.repeat(62)]],
])('a line breaks between whole words: %s', (_, line, expected) => {
  expect(shown('Lumen', [line]).rows.map(([, text]) => text)).toEqual(expected)
})

test('a title of two lines stands above the text, which begins lower', () => {
  const { heading, rows } = shown('Meadowlark Exchange: Back to shipping', ['Shipping'])
  expect(heading).toEqual([
    ['130', 'Meadowlark Exchange: Back to'],
    ['206', 'shipping'],
  ])
  expect(rows).toEqual([['290', 'Shipping']])
})

test.each([
  ['two lines', `${'t'.repeat(28)} ${'u'.repeat(28)}`, ['t'.repeat(28), 'u'.repeat(28)]],
  [
    'three lines, the second full',
    `${'t'.repeat(28)} ${'u'.repeat(28)} v`,
    ['t'.repeat(28), `${'u'.repeat(27)}…`],
  ],
  ['three lines, the second short', `${'t'.repeat(28)} u ${'v'.repeat(28)}`, ['t'.repeat(28), 'u…']],
])('a title has at most two lines, and an ellipsis where it goes on: %s', (_, title, expected) => {
  expect(shown(title, []).heading.map(([, text]) => text)).toEqual(expected)
})

test.each([
  ['five', ['1', '2', '3', '4', '5'], ['1', '2', '3', '4', '5']],
  ['six', ['1', '2', '3', '4', '5', '6'], ['1', '2', '3', '4', '5…']],
])('the text has at most five lines, and an ellipsis where it goes on: %s', (_, lines, expected) => {
  expect(shown('Lumen', lines).rows.map(([, text]) => text)).toEqual(expected)
})

test.each(['MISMATCH', 'VERIFIED', 'UNVERIFIED'] as const)(
  'the pictures of a %s token and of its contract have their address and date, however long the name of the project is',
  (tokenVerification) => {
    const project = { slug: 'kites', name: `${'Kite '.repeat(23)}House` }
    const contract = `0x${'a'.repeat(40)}`
    const scan = { contract_address: contract, chain_id: 4663 } as never
    const lookup = { project, tokenVerification, activityLabel: 'Back to shipping', asOf: NOW } as never
    const activity = { calls: 123_456, observedAt: NOW }
    const answer = { role: 'token', project, contract, tokenVerification, activity } as never
    for (const { title, lines } of [sharedToken({ scan, lookup }), sharedContract(answer)]) {
      const rows = shown(title, lines).rows.map(([, text]) => text)
      expect(rows.at(-2)).toMatch(new RegExp(`^${contract}( on chain 4663)?$`))
      expect(rows.at(-1)).toBe('As of 19 Nov 2026, 12:00 UTC')
      expect(rows.join(' ')).toMatch(/ Kite Kite(?: K)?…/)
    }
  },
)

test('the text begins lower below a status, in the words that people read', () => {
  const drawn = sharePicture({
    title: 'Lumen',
    status: { status: 'QUIET', words: 'Quiet' },
    lines: ['two\nlines'],
  })
  expect(drawn).toMatch(/<text x="80" y="326" [^>]*>two lines</)
})
