import type { Ignoring } from '#contract/ignored.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { coverageOfDeployments } from '#domain/project/coverage.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { getContractRecords, getHeldContracts } from '#records/contracts/held-contracts.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { findTokenVerification } from '#records/project/tokens.ts'
import { projectContracts } from '#views/token/contract.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readProjectContracts(
  input: Input<'projectContracts'>,
  deps: ReadDeps,
): Promise<Output<'projectContracts'>> {
  const project = published(input.slug, await findPublishedProject(input.slug, deps.reader))
  const tokenVerification = await findTokenVerification({ projectId: project.id }, deps.reader)
  return projectContractsOf({ project, tokenVerification, ignoredParameters: input.ignoredParameters }, deps)
}

/** The contracts of a published project. */
export async function projectContractsOf(
  of: Ignoring & {
    readonly project: PublishedProject
    readonly tokenVerification: CardEvidence['tokenVerification']
  },
  deps: ReadDeps,
): Promise<Output<'projectContracts'>> {
  const { reader, now } = deps
  const { project } = of
  const held = await getHeldContracts({ projectId: project.id, limit: LIMITS.projectContracts }, reader)
  const { contracts, sources } = await getContractRecords({ project, contracts: held.contracts }, reader)
  const deployments = coverageOfDeployments(sources, project.scoredAt ?? now)
  return projectContracts({ ...of, deployments, contracts, total: held.total }, deps)
}
