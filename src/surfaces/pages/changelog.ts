import { OPERATIONS } from '#contract/operations/index.ts'
import { readChangelog } from '#reads/changelog.ts'
import {
  CHANGELOG_TITLE,
  type ChangelogDay,
  changelogDays,
  changelogMarkdown,
  sharedChangelog,
} from '#views/site/changelog.ts'
import { type Html, html, inAttribute } from './markup.ts'
import { definePage } from './page.ts'

const PATH = '/developers/changelog'

/** The changelog of the API: the policy, then each day with its entries by kind. */
export const changelog = definePage({
  operation: OPERATIONS.changelog,
  address: () => PATH,
  load: async (_input, deps) => readChangelog(deps),
  head: () => ({
    title: CHANGELOG_TITLE,
    description: 'What callers of the API, the agent interfaces and the webhooks can see, newest first.',
    canonical: PATH,
    alternates: [{ type: 'application/rss+xml', href: `${PATH}/feed.xml`, words: 'Changelog as a feed' }],
  }),
  body: (log) =>
    html`<h1>Changelog</h1><div data-document="CHANGELOG.md"><p>${withCode(log.policy)}</p>${changelogDays(log).map(dayOf)}</div>`,
  markdown: changelogMarkdown,
  shared: sharedChangelog,
})

function dayOf({ date, kinds }: ChangelogDay): Html {
  const lists = kinds.map(
    ({ kind, texts }) =>
      html`<h3>${kind}</h3><ul>${texts.map((text) => html`<li>${withCode(text)}</li>`)}</ul>`,
  )
  return html`<h2 id="${inAttribute(date)}"><time>${inAttribute(date)}</time></h2>${lists}`
}

/** Text in which parts between backticks are code. */
function withCode(text: string): readonly (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
