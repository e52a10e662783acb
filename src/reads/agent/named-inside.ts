import { Failure } from '#contract/errors.ts'
import { parseSlug, type Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import {
  longestOf,
  mayBeTicker,
  type Phrase,
  phrasesIn,
  withoutPhrases,
} from '#domain/project/named-inside.ts'
import { beginningsOf, nearestNames } from '#domain/project/nearest-names.ts'
import type { ProjectCandidate, ProjectCandidates } from '#domain/project/project-candidate.ts'
import { getProjectCandidates } from '#records/project/project-candidates.ts'
import { getPublishedBySlug } from '#records/project/published.ts'
import { notFoundWords } from '#views/agent/not-found.ts'
import { candidatesOf, type Named } from '#views/agent/subject.ts'
import type { ReadDeps } from '../deps.ts'
import { type CapabilityWords, unreadIn } from './capability-words.ts'

type Deps = Pick<ReadDeps, 'reader' | 'site'>
/** The words of the capability that is asked. Words that its answer covers are not named as left out. */
export type OfCapability = { readonly words?: CapabilityWords }
/** The projects under each phrase or beginning that was looked up. */
type LookedUp = {
  readonly bySlug: Awaited<ReturnType<typeof getPublishedBySlug>>
  readonly candidates: ReadonlyMap<string, ProjectCandidates>
}

/**
 * The one published project that each text names somewhere inside, where no project has the whole text as a name. In
 * two statements.
 * @throws Failure not_found with the nearest published names, ambiguous_name where a text names several projects
 */
export async function namedInside(
  texts: readonly string[],
  deps: Deps & OfCapability,
): Promise<ReadonlyMap<string, Named>> {
  if (texts.length === 0) return new Map()
  const phrases = texts.flatMap((text) => phrasesIn(text).map((phrase) => phrase.text.replace(/^\$/, '')))
  const words = [...new Set([...phrases, ...texts.flatMap(beginningsOf)])]
  const slugs = words.map((one) => parseSlug(one.toLowerCase())).filter((slug) => slug !== undefined)
  const bySlug = await getPublishedBySlug(slugs, deps.reader)
  const found = await getProjectCandidates({ words, limit: LIMITS.agentCandidates }, deps.reader)
  const candidates = new Map(found.map((one, index) => [String(words[index]), one]))
  return new Map(texts.map((text) => [text, nameIn(text, { bySlug, candidates }, deps)]))
}

function nameIn(text: string, lookedUp: LookedUp, deps: Deps & OfCapability): Named {
  const named = longestOf(
    phrasesIn(text).flatMap((phrase) => {
      const projects = projectsOf(phrase, lookedUp)
      return projects.length === 0 ? [] : [{ ...phrase, projects }]
    }),
  )
  const slugs = new Map(named.flatMap(({ projects }) => projects.map((project) => [project.slug, project])))
  const [only] = slugs.values()
  if (only === undefined) throw notFound(text, lookedUp, deps)
  const pair = deps.words?.ofTwo ? pairOf(named) : undefined
  if (slugs.size > 1 && pair === undefined) throw namesSeveral([...slugs.values()], deps)
  const [{ slug, name }, other] = pair ?? [only]
  return {
    slug,
    name,
    ...(other !== undefined && { other: { slug: other.slug, name: other.name } }),
    matchedBy: 'within_words',
    words: named.map((phrase) => phrase.text).join(', '),
    unread: unreadIn(withoutPhrases(text, named), deps.words),
  }
}

type NamedProject = Pick<ProjectCandidate, 'slug' | 'name'> & { readonly candidate?: ProjectCandidate }
type FoundPhrase = Phrase & { readonly projects: readonly NamedProject[] }

/**
 * The two projects that two phrases name, in the order of the text. Undefined unless there are exactly two phrases that
 * each name one project, and the projects differ.
 */
function pairOf(named: readonly FoundPhrase[]): readonly [NamedProject, NamedProject] | undefined {
  const [first, second, ...others] = named.toSorted((one, next) => one.from - next.from)
  if (first === undefined || second === undefined || others.length > 0) return undefined
  const [one, ...ofFirst] = first.projects
  const [other, ...ofSecond] = second.projects
  if (one === undefined || other === undefined || ofFirst.length + ofSecond.length > 0) return undefined
  return one.slug === other.slug ? undefined : [one, other]
}

/** The projects that have a phrase as their slug, name or ticker. */
function projectsOf(phrase: Phrase, { bySlug, candidates }: LookedUp): readonly NamedProject[] {
  const words = phrase.text.replace(/^\$/, '')
  const published = bySlug.get(words.toLowerCase())
  const found = projectsUnder(words, candidates)
  if (published !== undefined) {
    const { slug, name } = published
    const own = found.find((project) => project.slug === slug)
    return [{ slug, name, ...known({ candidate: own }) }]
  }
  return found.flatMap((project) => {
    const { slug, name, by } = project
    const counts = by === 'name' || (by === 'ticker' && mayBeTicker(phrase.text))
    return counts ? [{ slug, name, candidate: project }] : []
  })
}

function notFound(text: string, { bySlug, candidates }: LookedUp, { site }: Deps): Failure {
  const near = beginningsOf(text).flatMap((beginning) => projectsUnder(beginning, candidates))
  const nearest = nearestNames(text, near)
  // A slug that was renamed is found by its beginning as well.
  const former = beginningsOf(text).flatMap((beginning): { slug: Slug; name: string }[] => {
    const project = bySlug.get(beginning.toLowerCase())
    return project === undefined ? [] : [{ slug: project.slug, name: project.name }]
  })
  const all = new Map([...nearest, ...former].map(({ slug, name }) => [slug, { slug, name }]))
  return new Failure('not_found', notFoundWords(text, [...all.values()], site))
}

function projectsUnder(words: string, candidates: LookedUp['candidates']): readonly ProjectCandidate[] {
  const found = candidates.get(words)
  return found === undefined ? [] : found.projects
}

function namesSeveral(projects: readonly NamedProject[], { site }: Deps): Failure {
  const candidates = projects.flatMap(({ candidate }) => (candidate === undefined ? [] : [candidate]))
  const names = projects.map(({ slug }) => slug).join(', ')
  return new Failure('ambiguous_name', {
    message: `The words name several projects: ${names}. Ask of one of them, compare them, or ask whether one builds on the other.`,
    candidates: { ...candidatesOf({ total: projects.length, projects: candidates }, site) },
  })
}
