import type { Dossier } from '#contract/shapes/dossier.ts'
import { endWords } from './count-words.ts'
import { FIELD_NAMES } from './field-names.ts'
import { htmlHead } from './html-page.ts'
import type { Site } from './links.ts'
import { escaped } from './markup.ts'

const UNKNOWN = 'unknown'

/** The page of a project: its card in words, and the addresses of its records. It loads nothing but its badge. */
export function projectHtml(project: Dossier, site: Site): string {
  const { name, description, statusLabel, statusHelp, disclaimer } = project
  const records = `${site.baseUrl}/api/projects/${project.slug}`
  return [
    htmlHead({ title: `${name}: ${statusLabel}`, canonical: project.url }),
    `<body><main><h1>${escaped(name)}</h1>`,
    description === undefined ? '' : `<p>${escaped(description)}</p>`,
    `<p><img src="/badge/${project.slug}.svg" alt="${escaped(statusLabel)}"></p><p>${escaped(statusHelp)}</p>`,
    `<dl>${rowsOf(project).map(row).join('')}</dl>`,
    sourcesOf(project),
    `<h2>Records</h2><ul><li>${link('Dossier', records)}</li>`,
    `<li>${link('Changes', project.changesUrl)}</li></ul>`,
    `<p>${escaped(disclaimer)}</p></main></body></html>\n`,
  ].join('\n')
}

type Row = readonly [term: string, words: string | undefined]

function rowsOf(project: Dossier): readonly Row[] {
  const { token, lastShip, market, asOf, meaningfulShips30d: ships, meaningfulShips30dAsOf: to } = project
  return [
    [FIELD_NAMES.svc_status, project.statusLabel],
    ['Last evaluated', asOf],
    [FIELD_NAMES.research_level, project.researchLevel],
    [FIELD_NAMES.last_activity_at, project.lastActivityAt],
    [FIELD_NAMES.latest_meaningful_ship, lastShip?.title],
    [FIELD_NAMES.meaningful_ships_30d, ships === undefined ? undefined : `${ships}${endWords(to, asOf)}`],
    ...(token === undefined
      ? []
      : ([
          ['Token contract', token.contract],
          [FIELD_NAMES.token_verification, project.tokenVerification],
          [FIELD_NAMES.market_status, market?.status],
        ] as const)),
  ]
}

function row([term, words]: Row): string {
  return `<dt>${escaped(term)}</dt><dd>${escaped(words === undefined ? UNKNOWN : words)}</dd>`
}

function sourcesOf({ sources }: Dossier): string {
  if (sources.length === 0) return ''
  const items = sources.map(
    ({ locator, url }) => `<li>${url === null ? escaped(locator) : link(locator, url)}</li>`,
  )
  return `<h2>Sources</h2><ul>${items.join('')}</ul>`
}

function link(words: string, href: string): string {
  return `<a href="${escaped(href)}" rel="nofollow">${escaped(words)}</a>`
}
