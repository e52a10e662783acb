import { CHAIN_ID, type ContractAddress, type Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AgentLink, AgentSubject, MatchedBy } from '#contract/shapes/agent-answer.ts'
import type { AgentCandidate, AgentCandidates } from '#contract/shapes/agent-candidate.ts'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import type { Instant } from '#contract/time.ts'
import type { ProjectCandidate, ProjectCandidates } from '#domain/project/project-candidate.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'
import { plainWords, quoteWords } from './words.ts'

/** A published project that a question names, and how its words found it. */
export type Named = {
  readonly slug: Slug
  readonly name: string
  readonly matchedBy: MatchedBy
  /** The words that named the project. */
  readonly words: string
  /** The second project that the words name, if the question asks how two projects are related. */
  readonly other?: Pick<ProjectCandidate, 'slug' | 'name'>
  /** Other words of the question, which name nothing. */
  readonly unread?: readonly string[]
}

/** The project an answer is about. */
export function subjectOf(named: Named, contract: ContractAddress | undefined, site: Site): AgentSubject {
  return {
    ...safeReference(named, site),
    ...(contract === undefined ? {} : { contract: `${CHAIN_ID}:${contract as `0x${string}`}` as const }),
    matchedBy: named.matchedBy,
    matchedWords: plainWords(named.words),
  }
}

/** The projects that an ambiguous name may mean. */
export function candidatesOf({ total, projects }: ProjectCandidates, site: Site): AgentCandidates {
  return {
    candidatesTotal: total,
    candidates: projects.slice(0, LIMITS.agentCandidates).map((project) => candidateOf(project, site)),
  }
}

function candidateOf(project: ProjectCandidate, site: Site): AgentCandidate {
  const { token, activity, researchLevel } = project
  const ticker = token?.symbol ?? token?.symbolDeclared ?? null
  return {
    ...safeReference(project, site),
    ...known({
      ticker: ticker === null ? null : plainWords(ticker),
      contract: token === null ? null : token.address,
    }),
    activity,
    catalogStatus: 'published',
    ...known({ researchLevel }),
  }
}

/** A project's name, slug and page. The name is words of a source, so it is cleaned. */
function safeReference(project: { readonly slug: Slug; readonly name: string }, site: Site) {
  const reference = projectReference(project, site)
  return {
    ...reference,
    name: plainWords(reference.name),
    ...(quoteWords(reference.name).readsLikeInstruction ? { readsLikeInstruction: true as const } : {}),
  }
}

/** The name of a project in a citation, with the address of its page. */
export function citedName({ slug, name }: Pick<Named, 'slug' | 'name'>, site: Site): string {
  return `${quoteWords(name).text} (${projectReference({ slug, name }, site).url})`
}

/** The reference to the evaluation that was read; none before the first. */
export function snapshotReference(
  project: Slug,
  asOf: Instant | undefined,
  scoringVersion: string,
): readonly ResearchReference[] {
  return asOf === undefined ? [] : [{ type: 'snapshot', project, asOf, scoringVersion }]
}

const READS = {
  Snapshot: 'snapshot',
  Dossier: '',
  Coverage: 'coverage',
  Timeline: 'timeline',
  Explanations: 'explain',
}

/** Links to reads that answer more about a project. */
export function projectLinks(slug: Slug, names: readonly (keyof typeof READS)[], site: Site): AgentLink[] {
  return names.map((name) => ({
    name,
    url: `${site.baseUrl}/api/projects/${slug}${READS[name] === '' ? '' : `/${READS[name]}`}`,
  }))
}
