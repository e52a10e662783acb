import { sql } from 'kysely'
import { type Claim, unknown } from '#contract/claim.ts'
import type { TokenVerification } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { ownStatements } from '#domain/evidence.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import type { RelationshipRecord } from '#domain/project/relationship-record.ts'
import { getRegistryListings } from '#records/attention/registry-listings.ts'
import { getOfProject } from '#records/by-project.ts'
import { getHeldContracts } from '#records/contracts/held-contracts.ts'
import { getHistories } from '#records/contracts/implementations.ts'
import { getInterfaces } from '#records/contracts/interfaces.ts'
import type { Reader } from '#records/database.ts'
import { getFoundations } from './built-on.ts'
import { shownToken } from './shown-token.ts'
import { getSources } from './sources.ts'
import { getStatements } from './statements.ts'

/** The records of a published project's relationships, in a fixed number of statements. */
export async function loadRelationships(
  project: PublishedProject,
  reader: Reader,
): Promise<RelationshipRecord> {
  const { id: projectId } = project
  const contracts = await getHeldContracts({ projectId, limit: LIMITS.projectContracts }, reader)
  const addresses = contracts.contracts.map(({ address }) => address)
  const [identity, histories, everAttached, claims, interfaces, listings, foundations] = await Promise.all([
    getIdentity(projectId, reader),
    getHistories({ projectId, contracts: addresses, limit: 1 }, reader),
    getOfProject({ projectId, get: getSources }, reader),
    getOfProject({ projectId, get: getStatements }, reader),
    getOfProject({ projectId, get: getInterfaces }, reader),
    getOfProject({ projectId, get: getRegistryListings }, reader),
    getFoundations({ projectId, limit: LIMITS.projectRelations }, reader),
  ])
  const sources = everAttached.filter(({ detachedAt }) => detachedAt === null)
  return {
    project,
    ...identity,
    contracts: { total: contracts.total, items: contracts.contracts },
    histories,
    sources,
    statements: ownStatements({ claims, sources }),
    interfaces: interfaces.filter(({ supersededAt }) => supersededAt === null),
    listings: listings.flatMap((one) => (one.listed ? [one] : [])),
    foundations,
  }
}

/** The token of a project, as the project's verification stands, and its launchpad. */
async function getIdentity(
  projectId: string,
  reader: Reader,
): Promise<Pick<RelationshipRecord, 'launchpad' | 'token' | 'tokenVerification'>> {
  const row = await reader
    .selectFrom('projects')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select('projects.launchpad')
    .select(
      sql<ContractAddress | null>`(select address from ${shownToken('projects.id')} as shown)`.as('token'),
    )
    .select(
      sql<Claim<{ readonly status: TokenVerification }> | null>`cards.evidence -> 'tokenVerification'`.as(
        'verified',
      ),
    )
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    launchpad: row.launchpad,
    token: row.token,
    tokenVerification: row.verified === null ? unknown('NOT_ENOUGH_YET') : row.verified,
  }
}
