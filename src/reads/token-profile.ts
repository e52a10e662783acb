import { LIMITS } from '#contract/limits.ts'
import type { Output } from '#contract/operations/index.ts'
import type { ServiceToken } from '#domain/service-token.ts'
import { readFeed } from '#ledger/feed.ts'
import { recordsOf } from '#records/by-project.ts'
import { findLedgerHead } from '#records/collecting/status.ts'
import { findLaunch } from '#records/contracts/launch.ts'
import { getLocks } from '#records/contracts/locks.ts'
import { loadDossier } from '#records/project/dossier.ts'
import { findProjectBySlug } from '#records/project/projects.ts'
import { type OwnProject, tokenProfile } from '#views/token-profile.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

export async function readTokenProfile(
  _input: object,
  deps: ReadDeps & { readonly service: ServiceFacts },
): Promise<Output<'tokenProfile'>> {
  const { token } = deps.service
  return tokenProfile({ token, own: token === null ? undefined : await findOwn(token, deps) }, deps)
}

/** The records of the own project; undefined while it is not published. */
async function findOwn(token: ServiceToken, { reader, now }: ReadDeps): Promise<OwnProject | undefined> {
  const { project: slug, contract } = token
  if (slug === null) return undefined
  const record = await loadDossier({ slug, now }, reader)
  const project = await findProjectBySlug(slug, reader)
  if (record === undefined || project === undefined) return undefined
  const { lastRunAt } = await findLedgerHead(reader)
  const filters = { projectId: project.id }
  const feed = await readFeed({ mode: 'browse', filters, limit: LIMITS.profileChanges }, reader)
  const { publishedAt } = project
  const isTold = lastRunAt !== null && publishedAt !== null && lastRunAt >= publishedAt
  const locks = recordsOf(project.id, await getLocks({ ids: [project.id] }, reader))
  return {
    record,
    changes: isTold ? feed.rows : undefined,
    locks: locks.filter((lock) => lock.token === contract),
    launch:
      contract === null ? undefined : await findLaunch({ projectId: project.id, address: contract }, reader),
  }
}
