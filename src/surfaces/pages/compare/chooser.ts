import { LIMITS } from '#contract/limits.ts'
import type { ProjectReference } from '#contract/shapes/project-reference.ts'
import { named } from '../components/quote.ts'
import { type Html, html, inAttribute } from '../markup.ts'

/** A project of the form. */
export type Choice = Pick<ProjectReference, 'slug' | 'name'>
type Choices = {
  readonly q: string | undefined
  readonly chosen: readonly Choice[]
  readonly offers: readonly Choice[]
}

/** The form that chooses the projects: a search, and boxes to tick. It works without script. */
export function chooserOf({ q, chosen, offers }: Choices): Html {
  const { min, max } = LIMITS.projectQuery
  const offered = offers.map((project) => boxOf(project, false))
  return html`<section id="choose" aria-labelledby="choose-title"><h2 id="choose-title">${chosen.length < 2 ? 'Choose projects' : 'Choose others'}</h2>
<form class="choose" action="/compare" method="get">
<fieldset><legend>Two to four projects</legend>
<ul class="inline boxes">${chosen.map((project) => boxOf(project, true))}${offered}</ul>
${offered.length === 0 && (q === undefined ? html`<p>No other project is published.</p>` : html`<p>No other project matches ${named(q)}.</p>`)}
</fieldset>
<button>Compare</button>
<div class="search"><label for="q">Other projects to choose from</label>
<input id="q" name="q" type="search" value="${q ?? ''}" placeholder="Name, symbol or contract" minlength="${inAttribute(min)}" maxlength="${inAttribute(max)}" autocomplete="off">
<button>Search</button></div>
</form></section>`
}

function boxOf({ slug, name }: Choice, isChosen: boolean): Html {
  return html`<li><label><input type="checkbox" name="slugs" value="${slug}"${isChosen && html` checked`}> ${named(name)}</label></li>`
}
