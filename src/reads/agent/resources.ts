import { fail } from '#contract/errors.ts'
import type { parseEvidenceId, Slug } from '#contract/ids.ts'
import { receiptClaims } from '#views/agent/claims/evidence.ts'
import { readEvidence } from '../evidence.ts'
import { aboutOf, isBySlug } from './about.ts'
import type { AgentDeps } from './deps.ts'
import { readSnapshotClaims } from './questions/get-project.ts'
import { resolveProject } from './resolve.ts'
import type { ToolClaims } from './tool.ts'

/** The snapshot of the project under a slug, current or former. @throws Failure not_found */
export async function readProjectResource(slug: Slug, deps: AgentDeps): Promise<ToolClaims> {
  const named = await resolveProject({ project: slug }, deps)
  if (named === undefined || !isBySlug(named)) return fail('not_found')
  const { claims, disclaimer } = await readSnapshotClaims(named.slug, deps)
  return { about: aboutOf(named, deps), claims, disclaimer }
}

/** The record behind an evidence id. @throws Failure not_found */
export async function readEvidenceResource(
  id: NonNullable<ReturnType<typeof parseEvidenceId>>,
  deps: AgentDeps,
): Promise<ToolClaims> {
  return { claims: receiptClaims(await readEvidence({ id }, deps)) }
}
