import { expect, test } from 'vitest'
import { sharePicture } from './share-picture.ts'

/** The title, and the lines with their heights. */
function shown(title: string, lines: readonly string[]) {
  const words = [...sharePicture({ title, lines }).matchAll(/<text x="80" y="(\d+)"[^>]*>([^<]*)<\/text>/g)]
  const [heading, ...rows] = words.map(([, y, text]) => [y, text])
  return { heading, rows: rows.slice(0, -1), last: rows.at(-1) }
}

test('a picture has the title, each line below the other, and the service', () => {
  expect(shown('Lumen', ['Shipping', '4 <ships>'])).toEqual({
    heading: ['180', 'Lumen'],
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
  ['characters of two units', '𝒂'.repeat(62), ['𝒂'.repeat(62)]],
])('a line breaks between whole words: %s', (_, line, expected) => {
  expect(shown('Lumen', [line]).rows.map(([, text]) => text)).toEqual(expected)
})

test('a title has one line, and the text at most five', () => {
  const { heading, rows } = shown(`${'t'.repeat(20)} ${'u'.repeat(8)}`, ['1', '2', '3', '4', '5', '6'])
  expect(heading).toEqual(['180', 't'.repeat(20)])
  expect(rows.map(([, text]) => text)).toEqual(['1', '2', '3', '4', '5'])
})
