import { escaped } from './markup.ts'
import { sourceWords } from './source-words.ts'

/** What a picture of a page says where the page is shared. */
export type SharedWords = { readonly title: string; readonly lines: readonly string[] }

const WIDTH = 1200
const HEIGHT = 630
const LEFT = 80
const TITLE_CHARACTERS = 28
const LINE_CHARACTERS = 62
const LINES = 5

/** A picture of words on paper, as SVG: a title, and lines that are cut to the width. */
export function sharePicture({ title, lines }: SharedWords): string {
  const rows = lines.flatMap((line) => wrapped(sourceWords(line), LINE_CHARACTERS)).slice(0, LINES)
  const [heading = ''] = wrapped(sourceWords(title), TITLE_CHARACTERS)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fdfdfb"/><rect width="${WIDTH}" height="12" fill="#1f5f99"/>`,
    `<g font-family="DejaVu Sans" fill="#1c1e21">`,
    `<text x="${LEFT}" y="180" font-size="64">${escaped(heading)}</text>`,
    ...rows.map(
      (row, at) =>
        `<text x="${LEFT}" y="${270 + 52 * at}" font-size="32" fill="#5a6068">${escaped(row)}</text>`,
    ),
    `<text x="${LEFT}" y="570" font-size="26" fill="#5a6068">Evidence Research Service</text></g></svg>\n`,
  ].join('')
}

/** Lines of whole words with at most so many characters; a longer word is cut. */
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
