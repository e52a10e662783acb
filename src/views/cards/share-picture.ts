import type { ActivityStatus } from '#contract/enums.ts'
import { escaped } from '../markup/markup.ts'
import { sourceWords } from '../words/sources.ts'
import { statusColours } from './badge.ts'
import { drawnWords } from './drawn-words.ts'

/** The words on the picture that other sites show where a page is shared. */
export type SharedWords = {
  readonly title: string
  /** An activity status in its colour, above the lines. */
  readonly status?: { readonly status: ActivityStatus; readonly words: string }
  readonly lines: readonly string[]
}

const WIDTH = 1200
const HEIGHT = 630
const LEFT = 80
const TITLE = { characters: 28, lines: 2 }
const TEXT = { characters: 62, lines: 5 }
/**
 * Vertical positions of the first line of the title, the first line of the text, and a status above the text. They
 * depend on the number of lines of the title.
 */
const ONE_LINE = { title: 180, text: 270, status: 266 }
const TWO_LINES = { title: 130, text: 290, status: 276 }
/** Vertical distance from a status to the text below it. */
const BELOW_STATUS = 60

/**
 * A picture of words as SVG: a title, and lines that are broken to the width. An ellipsis marks a cut. Characters that
 * the font does not have are left out, as `drawnWords` does.
 */
export function sharePicture({ title, status, lines }: SharedWords): string {
  const heading = firstLines(wrapped(drawnWords(sourceWords(title)), TITLE.characters), TITLE)
  const rows = firstLines(
    lines.flatMap((line) => wrapped(drawnWords(sourceWords(line)), TEXT.characters)),
    TEXT,
  )
  const top = heading.length > 1 ? TWO_LINES : ONE_LINE
  const first = status === undefined ? top.text : top.status + BELOW_STATUS
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fdfdfb"/><rect width="${WIDTH}" height="12" fill="#1f5f99"/>`,
    `<g font-family="DejaVu Sans" fill="#1c1e21">`,
    ...heading.map(
      (row, at) => `<text x="${LEFT}" y="${top.title + 76 * at}" font-size="64">${escaped(row)}</text>`,
    ),
    ...(status === undefined ? [] : [statusField(status, top.status)]),
    ...rows.map(
      (row, at) =>
        `<text x="${LEFT}" y="${first + 52 * at}" font-size="32" fill="#5a6068">${escaped(row)}</text>`,
    ),
    `<text x="${LEFT}" y="570" font-size="26" fill="#5a6068">Evidence Research Service</text></g></svg>\n`,
  ].join('')
}

/** A status in words on a field of its colour. */
function statusField({ status, words }: NonNullable<SharedWords['status']>, y: number): string {
  const [background, ink] = statusColours(status)
  const width = [...words].length * 21 + 48
  return [
    `<rect x="${LEFT}" y="${y - 38}" width="${width}" height="56" rx="8" fill="${background}"/>`,
    `<text x="${LEFT + width / 2}" y="${y}" font-size="32" text-anchor="middle" fill="${ink}">${escaped(words)}</text>`,
  ].join('')
}

/** As many lines as there is room for. The last ends in an ellipsis when others follow. */
function firstLines(lines: readonly string[], room: typeof TITLE): readonly string[] {
  const shown = lines.slice(0, room.lines)
  const last = shown.at(-1)
  if (last === undefined || lines.length === shown.length) return shown
  const cut = [...last].slice(0, room.characters - 1).join('')
  return [...shown.slice(0, -1), `${cut}…`]
}

/** Lines of whole words with at most `most` characters; a longer word is cut. */
function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const cut = [...word].length > most ? `${[...word].slice(0, most - 1).join('')}…` : word
    const last = lines.at(-1)
    if (last !== undefined && [...last].length + 1 + [...cut].length <= most)
      lines[lines.length - 1] = `${last} ${cut}`
    else lines.push(cut)
  }
  return lines
}
