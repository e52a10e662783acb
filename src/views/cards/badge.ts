import type { ActivityStatus } from '#contract/enums.ts'
import { dateOf, type Instant } from '#contract/time.ts'
import { shortened } from '#domain/ledger/wording.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { escaped } from '../markup/markup.ts'
import { sourceWords } from '../words/sources.ts'
import { activityStatusField } from './card-fields.ts'

type BadgeTheme = 'auto' | 'light' | 'dark'

type Palette = Readonly<Record<ActivityStatus | 'name', readonly [background: string, words: string]>>

/** Background and text colours with a contrast of at least 4.5. */
const LIGHT: Palette = {
  name: ['#e8eaed', '#1f2328'],
  SHIPPING: ['#1a6b37', '#ffffff'],
  ACTIVE: ['#24633f', '#ffffff'],
  RESUMED: ['#1f5f99', '#ffffff'],
  QUIET: ['#855a00', '#ffffff'],
  DORMANT: ['#6e3b3b', '#ffffff'],
  UNKNOWN: ['#57606a', '#ffffff'],
}
/** The colours of a status in light themes: the background, and the words on it. */
export function statusColours(status: ActivityStatus): readonly [background: string, words: string] {
  return LIGHT[status]
}

const DARK: Palette = {
  name: ['#2d333b', '#e6edf3'],
  SHIPPING: ['#56d37b', '#0b1a10'],
  ACTIVE: ['#7fcf9b', '#0b1a10'],
  RESUMED: ['#79b8ff', '#0a1726'],
  QUIET: ['#e3b341', '#1f1600'],
  DORMANT: ['#dfa3a3', '#241010'],
  UNKNOWN: ['#adbac7', '#1c2128'],
}

const HEIGHT = 20
const PADDING = 8
const CHARACTER_WIDTH = 7
const NAME_AT_MOST = 40

/** A project's activity status as an SVG image with text. An unknown status is shown as not known. */
export function badge(
  input: {
    readonly name: string
    readonly activity: CardEvidence['activity']
    readonly scoredAt: Instant | null
  },
  { theme }: { readonly theme: BadgeTheme },
): string {
  const status = activityStatusField(input.activity)
  const { label, help } = ACTIVITY_WORDS[status]
  const name = shortened(sourceWords(input.name), NAME_AT_MOST)
  const asOf = input.scoredAt === null ? 'Not scored yet.' : `As of ${dateOf(input.scoredAt)}.`
  const nameWidth = widthOf(name)
  const width = nameWidth + widthOf(label)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="badge-title badge-desc">`,
    `<title id="badge-title">${escaped(`${name}: ${label}`)}</title>`,
    `<desc id="badge-desc">${escaped(`${help} ${asOf}`)}</desc>`,
    `<style>${styles(status, theme)}</style>`,
    `<clipPath id="badge-edge"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#badge-edge)"><rect class="nb" width="${nameWidth}" height="${HEIGHT}"/>`,
    `<rect class="sb" x="${nameWidth}" width="${width - nameWidth}" height="${HEIGHT}"/></g>`,
    `<g aria-hidden="true" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">`,
    written('nw', { text: name, from: 0, width: nameWidth }),
    written('sw', { text: label, from: nameWidth, width: width - nameWidth }),
    '</g></svg>\n',
  ].join('')
}

function written(className: string, place: { text: string; from: number; width: number }): string {
  const { text, from, width } = place
  const middle = from + width / 2
  return `<text class="${className}" x="${middle}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
}

function styles(status: ActivityStatus, theme: BadgeTheme): string {
  const rules = (palette: Palette) => {
    const [nameBackground, nameWords] = palette.name
    const [background, words] = palette[status]
    return `.nb{fill:${nameBackground}}.nw{fill:${nameWords}}.sb{fill:${background}}.sw{fill:${words}}`
  }
  switch (theme) {
    case 'light':
      return rules(LIGHT)
    case 'dark':
      return rules(DARK)
    case 'auto':
      return `${rules(LIGHT)}@media(prefers-color-scheme:dark){${rules(DARK)}}`
  }
}

function widthOf(text: string): number {
  return [...text].length * CHARACTER_WIDTH + 2 * PADDING
}
