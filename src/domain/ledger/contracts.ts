import type { ContractAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type {
  ContractCreation,
  Implementation,
  Interface,
  RecordedContract,
} from '#domain/contracts/records.ts'
import { type Seen, type UntypedDraft, undated } from './draft.ts'
import { announcedOf, type LedgerEvidence } from './evidence.ts'
import { seenThrough, sourceOf } from './origin.ts'
import { shipEvents } from './ship-events.ts'

/**
 * The deployment of the project's token at launch, dated by its block; none while its creation was not read. The event
 * of a contract that passed to another project stays as it was announced.
 */
export function deployed(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const launches = evidence.contracts
    .filter(({ role, withdrawn }) => (role === 'token' || role === 'launch') && !withdrawn)
    .flatMap((launch) => (launch.creation === null ? [] : [{ launch, created: launch.creation }]))
    .toSorted((a, b) => a.created.block - b.created.block || placeOf(a.created) - placeOf(b.created))
  const firstOf = Map.groupBy(launches, ({ launch }) => launch.sourceId)
  const passed = announcedOf('contract.deployed', evidence).filter(
    ({ contract }) => contract !== null && findRecorded(contract, evidence) === undefined,
  )
  const drafts = [...firstOf.values()].flatMap(([first]) =>
    first === undefined ? [] : [draftLaunch(first.launch, first.created, evidence)],
  )
  return [...passed, ...drafts.filter(({ id }) => !passed.some((event) => event.id === id))]
}

/**
 * The project's contract at an address; undefined when it has none there, for example because it passed to another
 * project.
 */
function findRecorded(
  address: ContractAddress | null,
  { contracts }: LedgerEvidence,
): RecordedContract | undefined {
  return contracts.find((contract) => contract.address === address)
}

/**
 * Each contract that the project's deployer created after the launch, also several in the same second. The event of a
 * contract that passed to another project keeps its facts.
 */
export function followUps(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  return shipEvents('contract.followup_deployed', { evidence, now }, (ship) => {
    const contract = findRecorded(ship.contract, evidence)
    const announced = contract === undefined ? evidence.announced.get(ship.id) : undefined
    return {
      summary: `Contract ${ship.contract ?? ship.title} deployed by the project's deployer`,
      ...draftCreation({ deployer: null, creation: null, ...contract, address: ship.contract }),
      ...known({ facts: announced?.facts }),
    }
  })
}

/**
 * Each time a proxy got another implementation after its creation, in chain order. A change that only the storage slot
 * shows is undated and says between which readings it happened. Once its log is found, the same event gets its block.
 */
export function implementationChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.implementations
    .filter((record) => isUpgrade(record) && !record.withdrawn)
    .filter(({ sourceId }) => sourceOf(sourceId, evidence)?.counted === true)
    .map((upgrade) => draftUpgrade(upgrade, evidence))
}

/**
 * `first`: the first verified source of each contract, from the provider that had it first. `changed`: each interface
 * with which a provider replaced an earlier one. A provider's first interface is its baseline and no change.
 */
export function verified(place: 'first' | 'changed', evidence: LedgerEvidence): readonly UntypedDraft[] {
  const words = place === 'first' ? 'Contract source verified' : 'Verified interface changed'
  return verifiedInterfaces(place, evidence).map((record) => draftInterface(record, words, evidence))
}

/** Contracts for which no provider has verified source any more. Announced events stay. */
export function sourceUnverified(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const earlier = announcedOf('contract.source_unverified', evidence)
  const byContract = Map.groupBy(evidence.interfaces, (record) => record.contract)
  const lapsed = [...byContract.values()].flatMap((records) => {
    const ends = records.flatMap((record) =>
      record.supersededAt === null ? [] : [{ record, at: record.supersededAt }],
    )
    const last = ends.toSorted((a, b) => msOf(b.at) - msOf(a.at))[0]
    if (last === undefined || ends.length < records.length) return []
    const id = `${last.record.id}:unverified:${Math.floor(msOf(last.at) / 1000)}`
    if (evidence.announced.has(id)) return []
    const draft = draftInterface(last.record, 'Contract source no longer verified', evidence)
    return [{ ...draft, id, detectedAt: last.at }]
  })
  return [...earlier, ...lapsed]
}

function draftLaunch(
  launch: RecordedContract,
  created: ContractCreation,
  evidence: LedgerEvidence,
): UntypedDraft {
  return {
    ...draftCreation(launch),
    id: `${launch.sourceId}:deployed`,
    occurredAt: created.at,
    detectedAt: launch.detectedAt,
    precision: 'EXACT',
    summary: `Contract ${launch.address} deployed at launch`,
    evidence: [launch.sourceId],
    seen: seenThrough(launch.sourceId, evidence),
  }
}

function draftCreation(contract: {
  readonly address: RecordedContract['address'] | null
  readonly deployer: RecordedContract['deployer']
  readonly creation: RecordedContract['creation']
}): Pick<UntypedDraft, 'contract' | 'facts' | 'order'> {
  const { address, deployer, creation } = contract
  const location = { block: creation?.block ?? null, transaction: creation?.tx?.hash ?? null }
  return {
    contract: address,
    facts: known({ contract: address, deployer, ...location }),
    order: creation === null ? [] : [creation.block, placeOf(creation), 0],
  }
}

/**
 * Whether an implementation is an upgrade. The first known implementation of a proxy is none, and neither is the
 * implementation that was set already.
 */
function isUpgrade({ initial, implementation, previousImplementation }: Implementation): boolean {
  return !initial && implementation !== previousImplementation
}

function draftUpgrade(upgrade: Implementation, evidence: LedgerEvidence): UntypedDraft {
  const { log, unchangedUntil, detectedAt } = upgrade
  const between = log === null && unchangedUntil !== null ? { from: unchangedUntil, to: detectedAt } : null
  return {
    id: upgrade.id,
    contract: upgrade.contract,
    occurredAt: log === null ? null : log.blockTime,
    detectedAt,
    precision: log === null ? 'OBSERVED' : 'EXACT',
    summary: `Implementation of ${upgrade.contract} changed to ${upgrade.implementation}`,
    facts: known({
      contract: upgrade.contract,
      implementation: upgrade.implementation,
      previousImplementation: upgrade.previousImplementation,
      beacon: upgrade.beacon,
      block: log === null ? null : log.blockNumber,
      transaction: log === null ? null : log.txHash,
      between,
    }),
    evidence: [upgrade.id, upgrade.sourceId],
    seen: seenUpgrade(upgrade, evidence),
    order: log === null ? [] : [log.blockNumber, log.txIndex, log.logIndex],
  }
}

/**
 * `research` when only storage shows the upgrade and no reading of the seven days before it still had the earlier
 * implementation.
 */
function seenUpgrade(
  { log, unchangedUntil, detectedAt, sourceId }: Implementation,
  evidence: LedgerEvidence,
): Seen {
  if (log !== null) return seenThrough(sourceId, evidence)
  const isRecent =
    unchangedUntil !== null && msOf(detectedAt) - msOf(unchangedUntil) <= LIMITS.livePushDays * DAY_MS
  return isRecent ? seenThrough(sourceId, evidence, 'upgrades') : { by: 'research' }
}

type Place = 'first' | 'changed' | 'known'

function verifiedInterfaces(location: Place, { interfaces }: LedgerEvidence): readonly Interface[] {
  return interfaces
    .filter((record) => record.match !== 'unspecified')
    .toSorted((a, b) => msOf(a.detectedAt) - msOf(b.detectedAt) || (a.id < b.id ? -1 : 1))
    .filter((record, index, verified) => placeAmong(record, verified.slice(0, index)) === location)
}

function placeAmong(record: Interface, earlier: readonly Interface[]): Place {
  const before = earlier.filter(({ contract }) => contract === record.contract)
  if (before.length === 0) return 'first'
  const isKnown = before.some(({ digest }) => digest === record.digest)
  return !isKnown && before.some(({ provider }) => provider === record.provider) ? 'changed' : 'known'
}

function draftInterface(record: Interface, words: string, evidence: LedgerEvidence): UntypedDraft {
  const { id, sourceId, contract, detectedAt, provider, functions, events, match } = record
  return undated({
    id,
    contract,
    detectedAt,
    summary: `${words}: ${contract}`,
    facts: { contract, provider, functions, events, match },
    evidence: [id, sourceId],
    seen: seenThrough(sourceId, evidence, 'verified_source'),
  })
}

/** The position of a creation in its block. A creation with an unknown transaction comes last. */
function placeOf({ tx }: ContractCreation): number {
  return tx === null ? Number.MAX_SAFE_INTEGER : tx.index
}
