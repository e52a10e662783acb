import type { Slug } from '#contract/ids.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { Instant } from '#contract/time.ts'
import { counted } from '#domain/rules/rule.ts'
import type { Site } from '../../site/links.ts'
import { agentAnswer } from '../answer.ts'
import { builtOnClaims } from '../claims/relationships.ts'
import { citedName, type Named, projectLinks, subjectOf } from '../subject.ts'
import { quoteWords } from '../words.ts'

type Relations = Output<'builtOn'>['buildsOn']
type Other = NonNullable<Named['other']>

/**
 * Which projects a project builds on, and which build on it, as reviewed statements say. If the question names a second
 * project, the answer first says how the two are related.
 */
export function builtOnAnswer(
  input: {
    readonly named: Named
    readonly query: AgentAnswer['query']
    readonly builtOn: Output<'builtOn'>
    /** When the statements were read from the records. A statement that is withdrawn later still stood at this time. */
    readonly now: Instant
  },
  site: Site,
): AgentAnswer {
  const { named, query, builtOn, now } = input
  const { project, buildsOn, builtOnBy } = builtOn
  const { other } = named
  const name = quoteWords(project.name).text
  const read = `${site.baseUrl}/api/projects/${project.slug}/built-on`
  return agentAnswer(
    {
      capability: 'built_on',
      query,
      subject: subjectOf(named, undefined, site),
      answer: [
        ...(other === undefined ? [] : pairSentences(builtOn, other)),
        wordsOf(builtOnBy, `a project builds on ${name}`),
        wordsOf(buildsOn, `${name} builds on another project`),
        'None is a partnership or an interaction on the chain.',
      ].join(' '),
      claims: claimsWithFirst(builtOn, other),
      unknowns: [],
      links: [{ name: 'Built on', url: read }, ...projectLinks(project.slug, ['Dossier'], site)],
      about: citedName(project, site),
      asOf: now,
      isCut: buildsOn.truncated === true || builtOnBy.truncated === true,
      more: `GET ${read} lists every statement.`,
    },
    site,
  )
}

/** Whether a reviewed statement says that one of two projects builds on the other. */
function pairSentences({ project, buildsOn, builtOnBy }: Output<'builtOn'>, other: Other): readonly string[] {
  const [one, two] = [quoteWords(project.name).text, quoteWords(other.name).text]
  const found = [
    ...(isNamed(buildsOn, other.slug) ? [`${one} builds on ${two}`] : []),
    ...(isNamed(builtOnBy, other.slug) ? [`${two} builds on ${one}`] : []),
  ]
  if (found.length > 0) return found.map((says) => `A reviewed statement says that ${says}.`)
  const isCut = buildsOn.truncated === true || builtOnBy.truncated === true
  return [
    isCut
      ? `Whether ${one} or ${two} builds on the other is not known: not every statement is read here.`
      : `No statement that ${one} or ${two} builds on the other was reviewed, which says nothing of either.`,
  ]
}

/** The statements as claims, those about a second project first. */
function claimsWithFirst(builtOn: Output<'builtOn'>, other: Other | undefined): AgentClaim[] {
  const claims = builtOnClaims(builtOn)
  if (other === undefined) return claims
  const isOfOther = ({ value }: AgentClaim) => Reflect.get(Object(value), 'project')?.slug === other.slug
  return [...claims.filter(isOfOther), ...claims.filter((claim) => !isOfOther(claim))]
}

function isNamed({ items }: Relations, other: Slug): boolean {
  return items?.some(({ project }) => project.slug === other) === true
}

function wordsOf({ total }: Relations, what: string): string {
  if (total === undefined) return `No statement that ${what} was reviewed, which says nothing of the project.`
  return `${counted(total, 'reviewed statement')} ${total === 1 ? 'says' : 'say'} that ${what}.`
}
