import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { counted } from '#domain/rules/rule.ts'
import type { Site } from '../../links.ts'
import { agentAnswer } from '../answer.ts'
import { builtOnClaims } from '../claims/relationships.ts'
import { citedName, type Named, projectLinks, subjectOf } from '../subject.ts'
import { quoteWords } from '../words.ts'

/** Which projects a project builds on, and which build on it, as reviewed statements say. */
export function builtOnAnswer(
  input: {
    readonly named: Named
    readonly query: AgentAnswer['query']
    readonly builtOn: Output<'builtOn'>
  },
  site: Site,
): AgentAnswer {
  const { named, query, builtOn } = input
  const { project, buildsOn, builtOnBy } = builtOn
  const name = quoteWords(project.name).text
  const read = `${site.baseUrl}/api/projects/${project.slug}/built-on`
  return agentAnswer(
    {
      capability: 'built_on',
      query,
      subject: subjectOf(named, undefined, site),
      answer: `${wordsOf(builtOnBy, `a project builds on ${name}`)} ${wordsOf(buildsOn, `${name} builds on another project`)} None is a partnership or an interaction on the chain.`,
      claims: builtOnClaims(builtOn),
      unknowns: [],
      links: [{ name: 'Built on', url: read }, ...projectLinks(project.slug, ['Dossier'], site)],
      about: citedName(project, site),
      restsOn: 'records',
      isCut: buildsOn.truncated === true || builtOnBy.truncated === true,
      more: `GET ${read} lists every statement.`,
    },
    site,
  )
}

function wordsOf({ total }: Output<'builtOn'>['buildsOn'], what: string): string {
  if (total === undefined) return `No statement that ${what} was reviewed, which says nothing of the project.`
  return `${counted(total, 'reviewed statement')} ${total === 1 ? 'says' : 'say'} that ${what}.`
}
