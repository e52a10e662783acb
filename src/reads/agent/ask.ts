import { fail } from '#contract/errors.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { AgentAnswer, AgentCapability } from '#contract/shapes/agent-answer.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { builtOnAnswer } from '#views/agent/answers/built-on.ts'
import { comparedAnswer } from '#views/agent/answers/compared.ts'
import { researchAnswer, statusAnswer } from '#views/agent/answers/research.ts'
import { shipsAnswer } from '#views/agent/answers/ships.ts'
import { unknownsAnswer } from '#views/agent/answers/unknowns.ts'
import { verifiedAnswer } from '#views/agent/answers/verified.ts'
import { parametersOf } from '#views/agent/offers.ts'
import { withReading } from '#views/agent/reading.ts'
import type { Named } from '#views/agent/subject.ts'
import { readBuiltOn } from '../built-on.ts'
import { readCompare } from '../compare.ts'
import { readCoverage } from '../coverage.ts'
import type { ReadDeps } from '../deps.ts'
import { readProject } from '../project.ts'
import { readShips } from '../ships.ts'
import { readSnapshot } from '../snapshot.ts'
import { readChanged } from './changed.ts'
import { resolveProject, resolveProjects } from './resolve.ts'

type Asked = Input<'agentCapability'>
type Answered = Output<'agentCapability'>

/** Answers one capability, from the reads that answer the same by themselves. */
export async function readAgentCapability(asked: Asked, deps: ReadDeps): Promise<Answered> {
  const read = ofCapability(asked)
  const { answer, named } = await ANSWERS[asked.capability](read, deps)
  const unread = named.flatMap((one) => (one.unread === undefined ? [] : [one.unread]))
  return withReading(answer, { guesses: named, unread })
}

/** An answer, and the projects that its question named. */
type Read = { readonly answer: Answered; readonly named: readonly Named[] }

const ANSWERS: Readonly<Record<AgentCapability, (asked: Asked, deps: ReadDeps) => Promise<Read>>> = {
  async research_project(asked, deps) {
    const named = await theProject(asked, deps)
    const snapshot = await readSnapshot({ slug: named.slug, ignoredParameters: [] }, deps)
    const answer = researchAnswer({ named, query: queryOf(asked, named), snapshot }, deps.site)
    return { answer, named: [named] }
  },
  async builder_status(asked, deps) {
    const named = await theProject(asked, deps)
    const snapshot = await readSnapshot({ slug: named.slug, ignoredParameters: [] }, deps)
    const answer = statusAnswer({ named, query: queryOf(asked, named), snapshot }, deps.site)
    return { answer, named: [named] }
  },
  what_changed: async (asked, deps) => {
    const named = await resolveProject(asked, deps)
    const answer = await readChanged({ asked, named, query: queryOf(asked, named) }, deps)
    return { answer, named: named === undefined ? [] : [named] }
  },
  async verify_project(asked, deps) {
    // With both, the question is whether they belong together, so that a contract of another project is an answer.
    const { contract, project } = asked
    const named = await theProject(project === undefined ? asked : { project }, deps)
    const of = { slug: named.slug, ignoredParameters: [] }
    const snapshot = await readSnapshot(of, deps)
    const dossier = await readProject(of, deps)
    const query = queryOf(asked, named)
    const answer = verifiedAnswer({ named, query, snapshot, dossier, contract }, deps.site)
    return { answer, named: [named] }
  },
  async compare_builders(asked, deps) {
    const { projects } = asked
    if (projects === undefined)
      return missing('projects', 'two to four slugs, names or tickers, comma-separated')
    const named = await resolveProjects(projects, deps)
    const slugs = named.map(({ slug }) => slug)
    refuseTwice(slugs)
    const comparison = await readCompare({ slugs, ignoredParameters: [] }, deps)
    const query = { ...queryOf(asked, undefined), projects: slugs }
    return { answer: comparedAnswer({ query, comparison }, deps.site), named }
  },
  async unknowns(asked, deps) {
    const named = await theProject(asked, deps)
    const coverage = await readCoverage({ slug: named.slug, ignoredParameters: [] }, deps)
    const answer = unknownsAnswer({ named, query: queryOf(asked, named), coverage }, deps.site)
    return { answer, named: [named] }
  },
  async ships(asked, deps) {
    const { contract, kind, days } = asked
    const named = await resolveProject(asked, deps)
    const since = days === undefined ? undefined : addMs(deps.now, -days * DAY_MS)
    const filter = { ...(kind !== undefined && { kind }), ...(since !== undefined && { since }) }
    const page = await readShips(
      {
        ...{ ...filter, ...(since !== undefined && { until: deps.now }) },
        ...(named !== undefined && { project: named.slug }),
        ...{ counted: 'only', order: 'releases_first', limit: LIMITS.agentItems, offset: 0 },
        ignoredParameters: [],
      },
      deps,
    )
    const query = { ...queryOf(asked, named), ...filter, ...(since !== undefined && { until: deps.now }) }
    const about = { named, contract, query, asked: { ...filter, until: deps.now }, page }
    return { answer: shipsAnswer(about, deps.site), named: named === undefined ? [] : [named] }
  },
  async built_on(asked, deps) {
    const named = await theProject(asked, deps)
    const builtOn = await readBuiltOn({ slug: named.slug, ignoredParameters: [] }, deps)
    const answer = builtOnAnswer({ named, query: queryOf(asked, named), builtOn }, deps.site)
    return { answer, named: [named] }
  },
}

/** The question without the parameters that its capability does not read; they are named among the ignored ones. */
function ofCapability(asked: Asked): Asked {
  const { capability, integration: _, ignoredParameters, ...given } = asked
  const read = parametersOf(capability)
  const ignored = Object.keys(given).filter((name) => !read.includes(name))
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => read.includes(name)))
  return { capability, ...kept, ignoredParameters: [...ignoredParameters, ...ignored] }
}

async function theProject(asked: Pick<Asked, 'project' | 'contract'>, deps: ReadDeps): Promise<Named> {
  const named = await resolveProject(asked, deps)
  return named ?? missing('project', 'a slug, a name or a ticker, or a `contract`')
}

function missing(parameter: string, expected: string): never {
  return fail('invalid_parameter', {
    message: `Missing \`${parameter}\`: expected ${expected}.`,
    detail: { parameter, expected },
  })
}

function refuseTwice(slugs: readonly string[]): void {
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) < index)
  if (twice === undefined) return
  const expected = 'different projects; one is named twice'
  fail('invalid_parameter', { detail: { parameter: 'projects', expected, twice } })
}

function queryOf(
  { capability, contract, ignoredParameters }: Asked,
  named: Named | undefined,
): AgentAnswer['query'] {
  return {
    capability,
    ...(named === undefined ? {} : { project: named.slug }),
    ...(contract === undefined ? {} : { contract: `${CHAIN_ID}:${contract as `0x${string}`}` as const }),
    ignoredParameters: [...ignoredParameters],
  }
}
