import { type Claim, orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import type { CoverageState } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { Snapshot } from '#contract/shapes/snapshot.ts'
import { addDays, type Instant, startOfDate } from '#contract/time.ts'
import { stateOfUse } from '#domain/contracts/contract-use.ts'
import type { StreamFreshness } from '#domain/project/explained-record.ts'
import type { NewestChanges, SnapshotRecord } from '#domain/project/snapshot-record.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import {
  buildFields,
  identity,
  levelFields,
  marketFields,
  verificationFields,
} from '../cards/project-card.ts'
import { toChangeEvent } from '../changes/change.ts'
import { listItems } from '../lists/list-items.ts'
import type { ViewDeps } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'
import {
  describedClaims,
  dossierCoverage,
  dossierMarket,
  formerSlugsOf,
  scoreOf,
  statusHelp,
  tokenOf,
  verificationReason,
} from './dossier.ts'
import { lockTotal, snapshotLocks } from './locks.ts'
import { newestReadings } from './newest-readings.ts'

const USE_SCOPE =
  'Successful transactions to contracts of counted sources that a verified interface decodes. Calls between contracts are not listed.'

/** The snapshot of a published project. Unknown fields are absent; `changes` is null while the ledger cannot tell. */
export function snapshot(
  record: SnapshotRecord & { readonly changes: NewestChanges },
  deps: ViewDeps,
): Snapshot {
  const { evidence } = record
  return {
    identity: {
      ...identity(record, deps.site),
      ...formerSlugsOf(record),
      ...tokenOf(record),
      publishedAt: record.publishedAt,
    },
    build: {
      state: evidence.coverage.building.state,
      ...buildFields(record, deps.now),
      statusHelp: statusHelp(record),
      ...scoreOf(record.score),
    },
    market: snapshotMarket(record),
    onChainUse: useOf(record),
    verification: {
      state: evidence.coverage.token_verification.state,
      ...(record.token === null ? {} : verificationFields(evidence)),
      ...verificationReason(record),
      ...levelFields(evidence),
    },
    locks: snapshotLocks(record),
    latestChanges: changesOf(record.changes, deps),
    freshness: freshnessOf(record.scoredAt, record.freshness),
    coverage: dossierCoverage(evidence.coverage),
    scoringVersion: scoringVersion(),
    claims: {
      ...describedClaims(record),
      onChainUse: claimNote(useClaim(record.use)),
      locks: claimNote(lockTotal(record)),
    },
    disclaimer: DISCLAIMERS.dossier,
  }
}

function snapshotMarket(record: SnapshotRecord): Snapshot['market'] {
  const { liquidity, volume24h, marketDoubt } = marketFields(record.figures)
  return {
    state: record.evidence.coverage.market.state,
    ...(record.token === null ? {} : dossierMarket(record)),
    ...known({ liquidity, volume24h, marketDoubt }),
    integrity: integrityOf(record),
  }
}

/** The market integrity. While it is not published, it is WITHHELD, without value, checks or evidence. */
function integrityOf({ integrity }: SnapshotRecord): Snapshot['market']['integrity'] {
  if (integrity === undefined) return { state: 'WITHHELD' }
  const shown = orNull(integrity.claim)
  return {
    state: stateOf(integrity.claim),
    ...(shown === null ? {} : { status: shown.status, since: shown.since }),
    ...(shown === null || shown.reasons.length === 0 ? {} : { checks: [...shown.reasons] }),
    ...known({ evidenceId: integrity.id }),
  }
}

function useOf({ use }: Pick<SnapshotRecord, 'use'>): Snapshot['onChainUse'] {
  const { claim, contracts } = use
  const decoded = contracts.filter(({ calls }) => calls !== undefined)
  const since = decoded
    .flatMap(({ collectedFrom: at }) => (at === undefined ? [] : [at]))
    .toSorted()
    .at(-1)
  return {
    state: stateOfUse(use),
    scope: USE_SCOPE,
    ...(contracts.length === 0 ? {} : { contracts: contracts.length }),
    ...(decoded.length === 0 ? {} : { contractsDecoded: decoded.length }),
    ...(claim.kind === 'UNKNOWN'
      ? {}
      : {
          ...claim.value,
          methods: claim.evidence.filter((id) => id.startsWith('method:')).length,
          ...usedDays(use),
          ...known({ since: since ?? null }),
        }),
  }
}

/** The first and the last of the days whose calls were counted; empty while use is unknown. */
function usedDays({ claim, contracts }: SnapshotRecord['use']) {
  const [from] = contracts.flatMap(({ from, calls }) =>
    from === undefined || calls === undefined ? [] : [from],
  )
  if (claim.kind === 'UNKNOWN' || from === undefined) return {}
  return { from, to: addDays(from, claim.value.days - 1) }
}

/** The claim about use. Its time is the end of the counted days. */
function useClaim(use: SnapshotRecord['use']): Claim<unknown> {
  const { to } = usedDays(use)
  return use.claim.kind !== 'DERIVED' || to === undefined
    ? use.claim
    : { ...use.claim, asOf: startOfDate(addDays(to, 1)) }
}

function changesOf(changes: NewestChanges, { now, site }: ViewDeps): Snapshot['latestChanges'] {
  if (changes === null) return { available: false, reason: 'ledger_not_run' }
  return {
    available: true,
    ...listItems(changes, {
      name: ({ id }) => id,
      build: (entry) => toChangeEvent(entry, { now, ...site }),
    }),
  }
}

function freshnessOf(scoredAt: Instant | null, streams: readonly StreamFreshness[]): Snapshot['freshness'] {
  const providers = newestReadings(streams)
  return { ...known({ asOf: scoredAt }), ...(providers.length === 0 ? {} : { providers }) }
}

function stateOf(claim: Claim<unknown>): CoverageState {
  return claim.kind === 'UNKNOWN' ? claim.reason : 'MEASURED'
}
