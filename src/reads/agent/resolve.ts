import { fail } from '#contract/errors.ts'
import { type ContractAddress, parseAddress, parseSlug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { contractReference } from '#contract/parameters/parameter.ts'
import type { ProjectCandidates } from '#domain/project/project-candidate.ts'
import { findHeldContract } from '#records/contracts/held-contracts.ts'
import { getProjectCandidates } from '#records/project/project-candidates.ts'
import { getPublishedBySlug } from '#records/project/published.ts'
import { findPublishedToken } from '#records/project/tokens.ts'
import { noTokenWords } from '#views/agent/not-found.ts'
import { candidatesOf, type Named } from '#views/agent/subject.ts'
import type { ReadDeps } from '../deps.ts'
import { namedInside, type OfCapability } from './named-inside.ts'

type Deps = Pick<ReadDeps, 'reader' | 'site'>
type ProjectReference = { readonly project?: string; readonly contract?: ContractAddress }

/**
 * The published project that a question names: by slug, by contract, by ticker or by name, or by one of these inside
 * the words. Undefined where it names none.
 * @throws Failure not_found, ambiguous_name with candidates, invalid_parameter where project and contract differ
 */
export async function resolveProject(
  { project, contract }: ProjectReference,
  deps: Deps & OfCapability,
): Promise<Named | undefined> {
  if (project === undefined) return contract === undefined ? undefined : byContract(contract, deps)
  const [named] = await resolveProjects([project], deps)
  if (contract === undefined || named === undefined) return named
  const held = await byContract(contract, deps)
  if (held.slug === named.slug) return named
  const expected = 'the contract of the project that `project` names'
  return fail('invalid_parameter', { detail: { parameter: 'contract', expected } })
}

/** The published projects that several texts name, in the order of the texts, as `resolveProject` finds one. */
export async function resolveProjects(
  words: readonly string[],
  deps: Deps & OfCapability,
): Promise<readonly Named[]> {
  const slugs = words.map((text) => parseSlug(text.toLowerCase())).filter((slug) => slug !== undefined)
  const bySlug = await getPublishedBySlug(slugs, deps.reader)
  const others = words.filter((text) => !bySlug.has(text.toLowerCase()))
  const searched = others.map((text) => contractOf(text) ?? text.replace(/^\$/, ''))
  const candidates = await getProjectCandidates(
    { words: searched, limit: LIMITS.agentCandidates },
    deps.reader,
  )
  const whole = new Map(others.map((text, index) => [text, candidates[index]]))
  const strange = [...whole].flatMap(([text, found]) => (found?.total === 0 ? [text] : []))
  const contract = strange.map(contractOf).find((address) => address !== undefined)
  if (contract !== undefined) return refuseContract(contract, deps)
  const inside = await namedInside(strange, deps)
  return words.map((text): Named => {
    const found = bySlug.get(text.toLowerCase())
    if (found !== undefined) {
      const { slug, name } = found
      return { slug, name, matchedBy: slug === text.toLowerCase() ? 'slug' : 'former_slug', words: text }
    }
    return inside.get(text) ?? candidateNamed(text, whole.get(text), deps)
  })
}

function candidateNamed(text: string, candidates: ProjectCandidates | undefined, { site }: Deps): Named {
  const [only] = candidates === undefined ? [] : candidates.projects
  if (candidates === undefined || only === undefined) return fail('not_found')
  if (candidates.total > 1) return fail('ambiguous_name', { candidates: candidatesOf(candidates, site) })
  const { slug, name } = only
  return { slug, name, matchedBy: contractOf(text) === undefined ? only.by : 'contract', words: text }
}

/** Parses a text as a contract. Undefined for a name. */
function contractOf(text: string): ContractAddress | undefined {
  const address = parseAddress(text)
  if (address !== undefined) return address
  const parsed = contractReference().parse(text)
  return 'value' in parsed ? parsed.value : undefined
}

async function byContract(contract: ContractAddress, deps: Deps): Promise<Named> {
  const found = await findPublishedToken(contract, deps.reader)
  if (found === undefined) return refuseContract(contract, deps)
  return { ...found.project, matchedBy: 'contract', words: contract }
}

async function refuseContract(contract: ContractAddress, { reader, site }: Deps): Promise<never> {
  const held = await findHeldContract(contract, reader)
  return fail('not_found', noTokenWords(contract, held?.project, site))
}
