import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { DossierRecord } from '#domain/project/dossier-record.ts'
import type { ExplainedProject, StoredConclusion } from '#domain/project/explained-record.ts'
import type { SnapshotRecord } from '#domain/project/snapshot-record.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { DESCRIBED, type DescribedRow, describedUnder, toDescribed } from './described-project.ts'
import { type DossierRow, dossierColumns, toDossierParts } from './dossier.ts'
import { conclusionsAbout } from './explained.ts'
import { SNAPSHOT_COLUMNS, type SnapshotRow, toSnapshotParts } from './snapshot.ts'

/** A published project with the records of its dossier, its snapshot and its explanations. */
type FullProject = {
  readonly dossier: DossierRecord
  readonly snapshot: SnapshotRecord
  readonly explained: ExplainedProject
}

type FullRow = DescribedRow &
  DossierRow &
  SnapshotRow & { readonly conclusions: readonly StoredConclusion[]; readonly published_at: Instant }

/**
 * A published project by a slug it has or had, with everything that its dossier, its snapshot and the explanations of
 * these facts show, in one statement. Undefined where no project is published under the slug.
 */
export async function loadFullProject(
  input: { readonly slug: Slug; readonly now: Instant; readonly facts: readonly string[] },
  reader: Reader,
): Promise<FullProject | undefined> {
  const query = sql<FullRow>`
    select ${DESCRIBED}, ${dossierColumns(input.now)}, ${SNAPSHOT_COLUMNS},
      ${conclusionsAbout(input.facts)} as conclusions, projects.published_at
    ${describedUnder(input.slug)}`
  const [row] = await runPlanned(query, reader)
  if (row === undefined) return undefined
  const described = toDescribed(row)
  const { projectId, slug, name } = described
  const dossier = { ...described, ...toDossierParts(row) }
  return {
    dossier,
    snapshot: { ...described, ...toSnapshotParts(row) },
    explained: {
      projectId,
      slug,
      name,
      publishedAt: row.published_at,
      integrityPublished: row.publishes_integrity,
      conclusions: row.conclusions,
      sources: dossier.sources,
    },
  }
}
