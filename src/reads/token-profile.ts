import { LIMITS } from '#contract/limits.ts'
import type { Output } from '#contract/operations/index.ts'
import type { ServiceToken } from '#domain/service-token.ts'
import { recordsOf } from '#records/by-project.ts'
import { findLaunch } from '#records/contracts/launch.ts'
import { getReadLocks } from '#records/contracts/locks.ts'
import { loadDossier } from '#records/project/dossier.ts'
import { type OwnProject, tokenProfile } from '#views/token/profile.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'
import { newestOf, readNewest } from './newest-changes.ts'

export async function readTokenProfile(
  _input: object,
  deps: ReadDeps & { readonly service: ServiceFacts },
): Promise<Output<'tokenProfile'>> {
  const { token } = deps.service
  return tokenProfile({ token, own: token === null ? undefined : await findOwn(token, deps) }, deps)
}

/** The records of the project that the service's own token belongs to. Undefined while it is not published. */
async function findOwn(token: ServiceToken, deps: ReadDeps): Promise<OwnProject | undefined> {
  const { reader, now } = deps
  const { project: slug, contract } = token
  if (slug === null) return undefined
  const [record, newest] = await Promise.all([
    loadDossier({ slug, now }, reader),
    readNewest({ project: slug, limit: LIMITS.profileChanges }, deps),
  ])
  if (record === undefined) return undefined
  const { projectId } = record
  const locks = recordsOf(projectId, await getReadLocks({ projectIds: [projectId] }, reader))
  return {
    record,
    changes: newestOf(record, newest),
    locks: locks.filter((lock) => lock.token === contract),
    launch: contract === null ? undefined : await findLaunch({ projectId, address: contract }, reader),
  }
}
