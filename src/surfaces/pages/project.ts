import { type Input, OPERATIONS } from '#contract/operations/index.ts'
import { readProjectDay } from '#reads/project-day.ts'
import { dayMarkdown, type ProjectDay, sharedDay } from '#views/history/project-day.ts'
import { projectFacts } from '#views/project/linked-data.ts'
import { projectMarkdown } from '#views/project/markdown.ts'
import { projectTitle, sharedProject } from '#views/project/title.ts'
import { type Html, html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, SHIPS_FEED } from './page.ts'
import { loadProject, type ProjectAnswers } from './project/answers.ts'
import { calendarOf, historyOf, newestShipsOf } from './project/building.ts'
import { contractsOf, useOf } from './project/contracts.ts'
import { factsOf, projectIntroduction } from './project/introduction.ts'
import { locksOf, locksOfProject } from './project/locks.ts'
import { marketOf } from './project/market.ts'
import { changesOf, citeProject, relationsOf } from './project/records.ts'
import { sourcesOf } from './project/sources.ts'
import { unknownsOf } from './project/unknowns.ts'
import { dayAddress, dayBody, dayHead } from './project-day.ts'
import type { Sheet } from './sheet.ts'

/** The records of the page of now, or of a day that ended. */
type Loaded = { readonly now: ProjectAnswers } | { readonly day: ProjectDay }

async function load({ slug, at }: Input<'page'>, deps: LoadDeps): Promise<Loaded> {
  if (at !== undefined) return { day: await readProjectDay({ slug, day: at }, deps) }
  return { now: await loadProject(slug, deps) }
}

/**
 * The page of a project: does it still ship, how is that known, what is unknown. With a day: what was recorded of it.
 */
export const project = definePage({
  operation: OPERATIONS.page,
  address: ({ slug, at }) => (at === undefined ? `/projects/${slug}` : dayAddress({ slug, at })),
  load,
  head: (loaded: Loaded, sheet) => ('day' in loaded ? dayHead(loaded.day) : head(loaded.now, sheet)),
  markdown: (loaded: Loaded, { site }) =>
    'day' in loaded ? dayMarkdown(loaded.day, site) : projectMarkdown(loaded.now, site),
  shared: (loaded: Loaded) => ('day' in loaded ? sharedDay(loaded.day) : sharedProject(loaded.now.dossier)),
  body: (loaded: Loaded, sheet) => ('day' in loaded ? dayBody(loaded.day, sheet) : body(loaded.now, sheet)),
})

function body(answers: ProjectAnswers, sheet: Sheet): Html {
  return html`<div class="columns">
<div class="first">${projectIntroduction(answers, sheet)}</div>
<aside class="facts">${factsOf(answers, sheet)}</aside>
<div class="rest">
${buildingOf(answers, sheet)}
${historyOf(answers, sheet)}
${contractsOf(answers, sheet)}
${useOf(answers, sheet)}
${changesOf(answers, sheet)}
${locksOf(locksOfProject(answers), sheet)}
${relationsOf(answers, sheet)}
${sourcesOf(answers, sheet)}
${marketOf(answers, sheet)}
${citeProject(answers, sheet)}
<p class="note">${answers.dossier.disclaimer}</p>
</div>
</div>`
}

/** The sections on building. The unknowns come first where building was not measured. */
function buildingOf(answers: ProjectAnswers, sheet: Sheet): readonly Html[] {
  const ships = [calendarOf(answers, sheet), newestShipsOf(answers, sheet)]
  const unknowns = unknownsOf(answers, sheet)
  return answers.dossier.activityMeasured ? [...ships, unknowns] : [unknowns, ...ships]
}

function head({ dossier }: ProjectAnswers, { now, site }: Sheet): Head {
  const { slug, statusHelp, description } = dossier
  const records = `/api/projects/${slug}`
  return {
    title: projectTitle(dossier, now),
    description: description ?? statusHelp,
    canonical: `/projects/${slug}`,
    facts: projectFacts(dossier, site),
    alternates: [
      asJson(records, 'Dossier as JSON'),
      asJson(`${records}/snapshot`, 'Snapshot as JSON'),
      asJson(`/api/changes?project=${slug}`, 'Changes as JSON'),
      SHIPS_FEED,
    ],
  }
}
