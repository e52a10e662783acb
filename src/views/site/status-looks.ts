import { ActivityStatus, MarketStatus } from '#contract/enums.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { markdownTable } from '../markup/markdown.ts'
import { listWordsFirst } from '../words/figures.ts'

/** How a value of a status is shown: its word, and the name of its colour. */
export type StatusLook = { readonly value: string; readonly words: string; readonly colour: string }

/** The colours of the activity states on pages, badges and pictures, in light themes. */
const COLOURS: Readonly<Record<ActivityStatus, string>> = {
  SHIPPING: 'green',
  ACTIVE: 'grey green',
  RESUMED: 'blue',
  QUIET: 'amber',
  DORMANT: 'dark red',
  UNKNOWN: 'grey, dashed',
}

/** The market is context, so its status has no colour. */
export const NO_COLOUR = 'none'

/** How each value of the status that a rule concludes is shown; nothing for a rule that concludes no status. */
export function statusLooks({ concludes }: { readonly concludes: readonly string[] }): readonly StatusLook[] {
  if (concludes.includes('activity.status'))
    return ActivityStatus.enum.map((value) => ({
      value,
      words: ACTIVITY_WORDS[value].label,
      colour: COLOURS[value],
    }))
  if (!concludes.includes('market.status')) return []
  return MarketStatus.enum.map((value) => ({
    value,
    words: listWordsFirst(value),
    colour: NO_COLOUR,
  }))
}

/** The sentence above the table of the values. */
export const LOOKS_SAY =
  'How each value is shown. A colour is never the only sign: its word stands beside it.'

export const LOOK_HEADINGS = ['Value', 'Word', 'Colour'] as const

/** The look of each status value of a rule as Markdown; nothing for a rule that concludes no status. */
export function looksMarkdown(rule: Parameters<typeof statusLooks>[0]): readonly string[] {
  const rows = statusLooks(rule).map(({ value, words, colour }) => [`\`${value}\``, words, colour])
  return rows.length === 0 ? [] : [LOOKS_SAY, markdownTable(LOOK_HEADINGS, rows).join('\n')]
}
