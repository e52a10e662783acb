import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { ComparedProject, Comparison } from '#contract/shapes/comparison.ts'
import type { ComparedRecord } from '#domain/project/dossier-record.ts'
import { projectCard, projectClaimNotes } from '../cards/project-card.ts'
import { dossierCoverage, scoreClaims, scoreOf } from '../project/dossier.ts'
import type { ViewDeps } from '../site/links.ts'
import { listItems } from './list-items.ts'

/** The projects side by side in the given order, without claim notes when `claims` is none. */
export function comparison(
  input: Ignoring & {
    readonly records: readonly ComparedRecord[]
    readonly claims: 'none' | undefined
  },
  deps: ViewDeps,
): Comparison {
  return {
    ...listItems(input.records, {
      name: ({ slug }) => slug,
      build: (record) => ({
        ...comparedProject(record, deps),
        ...(input.claims === 'none'
          ? {}
          : { claims: { ...projectClaimNotes(record), ...scoreClaims(record.score) } }),
      }),
    }),
    ...ignoredField(input),
    disclaimer: DISCLAIMERS.comparison,
  }
}

function comparedProject(record: ComparedRecord, deps: ViewDeps): ComparedProject {
  return {
    ...projectCard(record, deps),
    score: scoreOf(record.score),
    ...known({ radar: record.radar }),
    coverage: dossierCoverage(record.evidence.coverage),
  }
}
