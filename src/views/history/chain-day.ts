import { CHAIN_ID } from '#contract/ids.ts'
import { dateOf } from '#contract/time.ts'
import type { ChainDay, MeasuredCount } from '#domain/reports/chain-day.ts'
import { counted } from '#domain/rules/rule.ts'
import { escaped } from '../markup/markup.ts'

const WIDTH = 1200
const HEIGHT = 630
const FIRST_ROW = 230
const ROW_HEIGHT = 72

/**
 * The counts of a day as an SVG image to share, each with the number of projects that were measured for it. Before the
 * first day is written, `counts` is undefined and the image says so.
 */
export function chainDaySvg(counts: ChainDay | undefined): string {
  const rows = [
    ['Ships that count', counts?.ships],
    ['Projects with such a ship', counts?.projects],
    ['Implementation changes', counts?.upgrades],
    ['Later deployments', counts?.deployments],
    ['Token unlocks due', counts?.unlocks],
  ] as const
  const title = `Chain ${CHAIN_ID}${counts === undefined ? ': no day is written yet' : ` on ${counts.day}`}`
  const scope = counts === undefined ? 'UTC days' : `UTC day, as written on ${dateOf(counts.writtenAt)}`
  const words = rows.map(([label, count]) => `${label}: ${shown(count)}`).join('. ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="day-title day-desc">`,
    `<title id="day-title">${escaped(title)}</title><desc id="day-desc">${escaped(words)}</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    '<g aria-hidden="true" font-family="DejaVu Sans,Verdana,sans-serif" fill="#1f2328">',
    line({ text: title, x: 80, y: 120, size: 48 }),
    line({ text: scope, x: 80, y: 165, size: 24 }),
    ...rows.flatMap(([label, count], index) => {
      const y = FIRST_ROW + index * ROW_HEIGHT
      return [line({ text: label, x: 80, y, size: 34 }), line({ text: shown(count), x: 560, y, size: 34 })]
    }),
    line({ text: 'Evidence Research Service. Not a rating or a verdict.', x: 80, y: 590, size: 22 }),
    '</g></svg>\n',
  ].join('')
}

function shown(of: MeasuredCount | undefined): string {
  if (of === undefined || of.count === null) return 'not measured'
  return `${of.count}, of ${counted(of.measured, 'measured project')}`
}

function line(of: { readonly text: string; readonly x: number; readonly y: number; readonly size: number }) {
  return `<text x="${of.x}" y="${of.y}" font-size="${of.size}">${escaped(of.text)}</text>`
}
