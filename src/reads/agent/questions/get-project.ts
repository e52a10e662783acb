import type { Slug } from '#contract/ids.ts'
import type { OperationName, Output } from '#contract/operations/index.ts'
import { choiceArgument, projectArgument } from '#contract/parameters/tool-arguments.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { contractsClaims } from '#views/agent/claims/contracts.ts'
import { coverageClaims } from '#views/agent/claims/coverage.ts'
import { dossierClaims } from '#views/agent/claims/dossier.ts'
import { builtOnClaims, relationshipClaims } from '#views/agent/claims/relationships.ts'
import { snapshotClaims } from '#views/agent/claims/snapshot.ts'
import { readBuiltOn } from '../../built-on.ts'
import { readCoverage } from '../../coverage.ts'
import { readProject } from '../../project.ts'
import { readProjectContracts } from '../../project-contracts.ts'
import { readRelationships } from '../../relationships.ts'
import { readSnapshot } from '../../snapshot.ts'
import { findProject } from '../about.ts'
import type { AgentDeps } from '../deps.ts'
import { type About, defineTool, type ToolClaims } from '../tool.ts'

/** The views of a project. Each view turns the answer of one read into claims. */
const VIEWS = {
  snapshot: viewOf('snapshot', readSnapshot, snapshotClaims),
  dossier: viewOf('project', readProject, dossierClaims),
  coverage: viewOf('coverage', readCoverage, coverageClaims),
  contracts: viewOf('projectContracts', readProjectContracts, contractsClaims),
  relationships: viewOf('relationships', readRelationships, relationshipClaims),
  built_on: viewOf('builtOn', readBuiltOn, builtOnClaims),
}
type View = keyof typeof VIEWS

/** The snapshot of a project as claims. */
export const readSnapshotClaims = VIEWS.snapshot

export const getProject = defineTool({
  name: 'get_project',
  title: 'Get a project',
  description:
    'What is known of one project? View snapshot: activity status, last ship, ships in 30 days, momentum, research level, token verification, market status, valuation, liquidity, volume, calls, locks. dossier: sources, statements, ships and score. coverage: what was read and what is unknown, and why. contracts: deployments, proxies, verified source, calls. relationships: what is recorded around it. built_on: what it builds on.',
  input: {
    project: projectArgument,
    view: choiceArgument(Object.keys(VIEWS) as [View, ...View[]]),
  },
  async answer({ input }, deps) {
    const { slug, about, isSlug } = await findProject(input.project, deps)
    const { identity = about.project, ...view } = await VIEWS[input.view](slug, deps)
    return { about: isSlug ? { ...about, project: identity } : about, ...view }
  },
})

type ViewClaims = Pick<ToolClaims, 'claims'> & {
  readonly disclaimer: string
  /** The identity of the project with its token, which only a snapshot has. */
  readonly identity: About['project'] | undefined
}
type Named = { readonly slug: Slug }

/** Makes a view of a read: it reads the project and turns the answer into claims. */
function viewOf<N extends OperationName>(
  name: N,
  read: (input: Named, deps: AgentDeps) => Promise<Output<N>>,
  claimsOf: (answer: Output<N>, site: AgentDeps['site']) => readonly AgentClaim[],
): (slug: Slug, deps: AgentDeps) => Promise<ViewClaims> {
  return async (slug, deps) => {
    const answer = deps.checked(name, await read({ slug }, deps))
    const { disclaimer, identity } = answer as Pick<ViewClaims, 'disclaimer' | 'identity'>
    return { claims: claimsOf(answer, deps.site), disclaimer, identity }
  }
}
