import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { coverageOfDeployments } from '#domain/project/coverage.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { getContractRecords, getHeldContracts } from '#records/contracts/held-contracts.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { projectContracts } from '#views/contract.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readProjectContracts(
  input: Input<'projectContracts'>,
  deps: ReadDeps,
): Promise<Output<'projectContracts'>> {
  return projectContractsOf(published(input.slug, await findPublishedProject(input.slug, deps.reader)), deps)
}

/** The same of a project that was found. */
export async function projectContractsOf(
  project: PublishedProject,
  deps: ReadDeps,
): Promise<Output<'projectContracts'>> {
  const { reader, now } = deps
  const held = await getHeldContracts({ projectId: project.id, limit: LIMITS.projectContracts }, reader)
  const { contracts, sources } = await getContractRecords({ project, contracts: held.contracts }, reader)
  const deployments = coverageOfDeployments(sources, project.scoredAt ?? now)
  return projectContracts({ project, deployments, contracts, total: held.total }, deps)
}
