import type { CoverageState } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { builderReading } from '#domain/collecting/watching.ts'
import { type BuildEvidence, type Conclusion, placedAt, type Source } from '#domain/evidence.ts'
import { marketFigures } from '#domain/market/figures.ts'
import type { ValuationConclusion } from '#domain/market/valuation.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { reasonOfUngiven } from '#domain/project/coverage.ts'
import {
  knownFacts,
  type ListedFigures,
  type ProjectListing,
  shownValuation,
  tabsOf,
} from '#domain/project/project-list.ts'
import { standingShips } from '#domain/ships/ships.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'

/** The row by which lists filter and sort a project. */
export function projectListing(
  input: {
    readonly evidence: ProjectEvidence
    readonly build: BuildEvidence
    readonly card: CardEvidence
    readonly value: ValuationConclusion
    readonly stillBuilding: Conclusion<boolean>
    readonly underTheRadar: boolean
    readonly marketCoverage: CoverageState
  },
  now: Instant,
): ProjectListing {
  const { evidence, build, card } = input
  const first = standingShips(build, now).at(-1)
  const hasToken = evidence.token !== null
  const figures = figuresOf(input, now)
  const sourceKinds = evidence.sources.filter(isListed).map((source) => source.kind)
  return {
    firstShipAt: first === undefined ? null : placedAt(first),
    builderRead: builderReading(build, now).readable,
    tabs: tabsOf({ ...input, stillBuilding: input.stillBuilding.claim, hasToken }),
    facts: knownFacts({ card, figures, hasToken, sourceKinds }),
    figures,
  }
}

/** Whether lists show the source. Packages are listed as identities, counted or not. */
function isListed(source: Source): boolean {
  return source.kind === 'npm_package' || source.counted
}

function figuresOf(
  input: Pick<Parameters<typeof projectListing>[0], 'evidence' | 'value' | 'marketCoverage'>,
  now: Instant,
): ListedFigures {
  const { marketReadings, sources } = input.evidence
  const sourceOf = (provider: string) =>
    marketReadings.findLast((candidate) => candidate.provider === provider)?.sourceId
  const figures = marketFigures(
    {
      readings: marketReadings,
      coverage: input.marketCoverage,
      ungiven: reasonOfUngiven(sources, now),
    },
    now,
  )
  return {
    ...figures,
    valuation: shownValuation(input.value, sourceOf),
    withheld: input.value.withheld,
    doubt: figures.doubt ?? input.value.doubt,
  }
}
