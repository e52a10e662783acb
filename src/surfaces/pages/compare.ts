import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { InputOf } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { slugs } from '#contract/parameters/list-parameters.ts'
import { type Form, slug as oneSlug, optional } from '#contract/parameters/parameter.ts'
import { readCompare } from '#reads/compare.ts'
import { readProjects } from '#reads/projects.ts'
import { readChosen } from '#reads/published-slugs.ts'
import { readReadings } from '#reads/readings.ts'
import { comparisonJson, comparisonMarkdown, comparisonTitle } from '#views/lists/compared-rows.ts'
import { markdownQuote } from '#views/markup/markdown.ts'
import type { Site } from '#views/site/links.ts'
import { addressWith } from '#views/site/page-address.ts'
import { type Choice, chooserOf } from './compare/chooser.ts'
import { partsOf } from './compare/parts.ts'
import { formField } from './form-parameter.ts'
import { html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt } from './page.ts'

const PATH = '/compare'
/** Projects that the form offers. */
const OFFERED = 12

/**
 * The parameter with the chosen projects: those that the form has so far, or all that are compared. Empty fields of the
 * form are left out.
 */
function chosen(): Form<readonly Slug[]> {
  const several = slugs(LIMITS.compared)
  return {
    ...several,
    parse(text) {
      const given = text.split(',', 2 * LIMITS.compared.max).filter((part) => part.trim() !== '')
      if (given.length !== 1) return several.parse(given.join())
      const parsed = oneSlug().parse(given.join())
      return 'value' in parsed ? { value: [parsed.value] } : parsed
    },
  }
}

const operation = pageAt({
  name: 'comparison',
  path: PATH,
  summary: 'Compare projects side by side',
  input: {
    path: {},
    query: { slugs: formField(optional(chosen())), q: formField(OPERATIONS.projects.input.query.q) },
  },
})

type Query = InputOf<typeof operation>
/** The comparison, and the projects that the form offers. */
type Compared = Awaited<ReturnType<typeof load>>

async function load({ slugs = [], q, ignoredParameters }: Query, deps: LoadDeps) {
  const offered = { ...known({ q }), limit: OFFERED, offset: 0, claims: 'none', ignoredParameters } as const
  const [list, comparison, alone] = await Promise.all([
    readProjects(offered, deps),
    slugs.length < 2 ? undefined : readCompare({ slugs, ignoredParameters }, deps),
    slugs.length === 1 ? readChosen(slugs, deps) : [],
  ])
  const chosenOnes: readonly Choice[] = comparison?.items ?? alone
  const offers = list.items.filter(({ slug: one }) => !chosenOnes.some((other) => other.slug === one))
  const readings = await readReadings(comparison?.items ?? [], deps)
  return { q, comparison, chosen: chosenOnes, offers, readings }
}

/** Two to four projects side by side, without a winner. */
export const compare = definePage({
  operation,
  menu: 'Compare',
  load,
  address: ({ slugs, q }) => addressWith(PATH, { slugs, q }),
  readings: ({ readings }) => readings,
  head,
  body: (compared: Compared, sheet) => html`<h1>Side by side</h1>
<p class="lead">Projects beside each other, in the order in which they were chosen. No figure wins.</p>
${partsOf(compared.comparison, sheet)}
${chooserOf(compared)}
<p class="note">${compared.comparison?.disclaimer}</p>`,
  markdown: ({ comparison, offers, q }, { site }) =>
    comparison === undefined ? unchosenMarkdown({ q, offers }, site) : comparisonMarkdown(comparison, site),
  shared: ({ comparison }) => ({
    title: 'Projects side by side',
    lines: [comparisonTitle(comparison?.items ?? [])],
  }),
})

/** Says how projects are chosen, with an address that answers when there are two to compare. */
function unchosenMarkdown({ q, offers }: Pick<Compared, 'q' | 'offers'>, { baseUrl }: Site): string {
  const two = offers.slice(0, 2).map(({ slug }) => slug)
  const example = two.length < 2 ? '' : `, for example ${baseUrl}${PATH}.md?slugs=${two.join()}`
  const searched = q === undefined ? 'is published' : `matches ${markdownQuote(q)}`
  const none = offers.length === 0 ? ` No other project ${searched}.` : ''
  return `# Comparison\n\nNo projects are chosen: give two to four slugs${example}.${none}\n`
}

function head({ comparison, q }: Compared): Head {
  const items = comparison?.items ?? []
  const names = items.map(({ slug: one }) => one)
  const json = asJson(comparisonJson(items), 'This comparison as JSON')
  return {
    title: comparisonTitle(items),
    description:
      'Two to four projects side by side: status, ships, momentum, research and what is read of each. Unknown stays unknown, and nothing wins.',
    canonical: addressWith(PATH, { slugs: names, q: items.length === 0 ? q : undefined }),
    alternates: items.length === 0 ? [] : [json],
  }
}
