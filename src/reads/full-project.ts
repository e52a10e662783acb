import type { Slug } from '#contract/ids.ts'
import { ignoredField } from '#contract/ignored.ts'
import type { Output } from '#contract/operations/index.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import type { TokenLocker } from '#domain/project/snapshot-record.ts'
import { loadFullProject } from '#records/project/full-project.ts'
import { explanation } from '#views/evidence/explanation.ts'
import { projectCoverage } from '#views/project/coverage.ts'
import { dossier } from '#views/project/dossier.ts'
import { snapshot } from '#views/project/snapshot.ts'
import { COVERAGE_FACTS } from './coverage.ts'
import type { ReadDeps } from './deps.ts'
import { newestOf, readNewest } from './newest-changes.ts'
import { published } from './published.ts'
import { CHANGES_SHOWN } from './snapshot.ts'

/** Answers of the API about one project, equal to those of their own reads. */
type FullProjectAnswers = {
  readonly project: PublishedProject
  readonly tokenVerification: CardEvidence['tokenVerification']
  /** The lockers of its token. The scope of the snapshot's locks describes them. */
  readonly lockers: readonly TokenLocker[]
  readonly dossier: Output<'project'>
  readonly snapshot: Output<'snapshot'>
  readonly coverage: Output<'coverage'>
  /** The explanation of the activity status. */
  readonly activity: Output<'explain'>
}

/**
 * The dossier, the snapshot, the coverage and the explained status of a project. The four share most of their records.
 * So one statement loads them, where their own reads need five.
 * @throws Failure not_found for a hidden or unknown project; Moved for a former slug
 */
export async function readFullProject(
  { slug }: { readonly slug: Slug },
  deps: ReadDeps,
): Promise<FullProjectAnswers> {
  const { now, reader, site } = deps
  const [found, newest] = await Promise.all([
    loadFullProject({ slug, now, facts: COVERAGE_FACTS }, reader),
    readNewest({ project: slug, limit: CHANGES_SHOWN }, deps),
  ])
  const record = published(slug, found && { ...found, slug: found.dossier.slug })
  const { explained } = record
  const { projectId: id, name, scoredAt } = record.snapshot
  return {
    project: { id, slug: record.slug, name, scoredAt },
    tokenVerification: record.dossier.evidence.tokenVerification,
    lockers: record.snapshot.lockers,
    dossier: dossier(record.dossier, deps),
    snapshot: snapshot({ ...record.snapshot, changes: newestOf(record.snapshot, newest) }, deps),
    coverage: {
      ...projectCoverage({ project: explained, freshness: record.snapshot.freshness }, site),
      ...ignoredField({}),
    },
    activity: {
      ...explanation({ project: explained, fact: 'activity.status' }, site),
      ...ignoredField({}),
    },
  }
}
