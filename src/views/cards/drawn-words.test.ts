import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DRAWN_RANGES, drawnName, drawnWords } from './drawn-words.ts'

const FONT = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')))

/** The ranges of characters of the font, from the table of format 12. */
function characterRanges(): readonly (readonly [first: number, last: number])[] {
  const tables = Array.from({ length: FONT.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const cmap = FONT.readUInt32BE(
    (tables.find((at) => FONT.toString('latin1', at, at + 4) === 'cmap') ?? 0) + 8,
  )
  const subtables = Array.from(
    { length: FONT.readUInt16BE(cmap + 2) },
    (_, at) => cmap + FONT.readUInt32BE(cmap + 8 + 8 * at),
  )
  const whole = subtables.find((at) => FONT.readUInt16BE(at) === 12) ?? 0
  return Array.from({ length: FONT.readUInt32BE(whole + 12) }, (_, at) => {
    const group = whole + 16 + 12 * at
    return [FONT.readUInt32BE(group), FONT.readUInt32BE(group + 4)] as const
  })
}

test('the font of the pictures has each character that they draw', () => {
  const had = characterRanges()
  const isHad = (code: number) => had.some(([first, last]) => first <= code && code <= last)
  const missing = DRAWN_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((code) => !isHad(code)),
  )
  expect(missing.map((code) => code.toString(16))).toEqual([])
})

test.each([
  ['Lumen', 'Lumen'],
  ['Łódź Ωμέγα Привет', 'Łódź Ωμέγα Привет'],
  ['سلام', 'سلام'],
  ['光明', 'lumen'],
  ['Lumen 光', 'lumen'],
  ['🚀', 'lumen'],
  ['ไทย', 'lumen'],
])('the name “%s” is drawn as “%s”', (name, shown) => {
  expect(drawnName({ name, slug: 'lumen' })).toBe(shown)
})

test.each([
  ['Lumen: shipping', 'Lumen: shipping'],
  ['Rocket🚀 ships', 'Rocket ships'],
  ['光明 取引 ships 🚀', '(not drawn) ships (not drawn)'],
  ['“光明”, of 光', '(not drawn) of (not drawn)'],
  ['a → b', 'a → b'],
])('the words “%s” are drawn as “%s”', (words, shown) => {
  expect(drawnWords(words)).toBe(shown)
})
