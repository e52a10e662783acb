import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type {
  Implementation,
  Interface,
  LaunchLog,
  Lock,
  RecordedContract,
} from '#domain/contracts/records.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import type { Concluded, LedgerEvidence, WatchedSource, WatchedStream } from '#domain/ledger/evidence.ts'
import { draftsOf } from '#domain/ledger/rules.ts'
import { shipOf, sourceOf, streamOf } from './build-evidence.ts'

/** The time of the ledger's tests. Each builder below fills the fields that a test does not name. */
export const NOW = toInstant('2026-11-20T12:00:00Z')
export const PROJECT_ID = '00000000-0000-5000-8000-00000000000f'

export function uuid(n: number): string {
  return `00000000-0000-5000-8000-${n.toString(16).padStart(12, '0')}`
}

export function sourceId(n = 1): EvidenceId {
  return `source:${uuid(n)}`
}

export function address(n: number): ContractAddress {
  return `0x${n.toString(16).padStart(40, '0')}` as ContractAddress
}

/** The withdrawal of a record that a chain reorganisation removed. */
export const REORGED = { at: NOW, reason: 'reorged' }

/** A project that was published in August, with one repository read since then and no other record. */
export function evidenceOf(given: Partial<LedgerEvidence> = {}): LedgerEvidence {
  return {
    projectId: PROJECT_ID,
    state: 'published',
    firstPublishedAt: toInstant('2026-08-12T12:00:00Z'),
    publishedAt: toInstant('2026-08-12T12:00:00Z'),
    token: null,
    sources: [source({})],
    ships: [],
    contracts: [],
    implementations: [],
    interfaces: [],
    methods: [],
    uses: [],
    locks: [],
    launchLogs: [],
    siteChanges: [],
    claims: [],
    signals: [],
    concluded: [],
    integrityPublishedAt: null,
    announced: new Map(),
    ...given,
  }
}

export function source(given: Partial<WatchedSource>): WatchedSource {
  return {
    ...sourceOf('lumen', 'github_repository'),
    id: sourceId(),
    locator: 'lumen-labs/lumen',
    attachedAt: toInstant('2026-08-12T12:00:00Z'),
    streams: [stream({})],
    ...given,
  }
}

export function stream(given: Partial<WatchedStream>): WatchedStream {
  return {
    ...streamOf('releases', { from: 0, okTo: 0 }),
    firstOkAt: toInstant('2026-08-13T12:00:00Z'),
    lastOkAt: toInstant('2026-11-20T06:00:00Z'),
    gone: null,
    ...given,
  }
}

export function ship(given: Partial<RecordedShip>): RecordedShip {
  return {
    ...shipOf(uuid(1), 0),
    sourceId: sourceId(),
    title: 'Faster swaps',
    version: '1.0.0',
    occurredAt: toInstant('2026-11-19T12:00:00Z'),
    detectedAt: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
}

export function contract(given: Partial<RecordedContract>): RecordedContract {
  return {
    address: address(0xc),
    projectId: PROJECT_ID,
    sourceId: sourceId(),
    role: 'token',
    deployer: null,
    creation: {
      at: toInstant('2026-08-01T10:00:00Z'),
      block: 100,
      blockHash: `0x${'cc'.repeat(32)}`,
      tx: { hash: `0x${'ab'.repeat(32)}`, index: 0 },
    },
    proxy: null,
    settled: true,
    detectedAt: toInstant('2026-08-13T12:00:00Z'),
    withdrawn: null,
    ...given,
  }
}

export function upgrade(given: Partial<Implementation>): Implementation {
  return {
    id: `impl:4663:${address(0xc)}:100:0`,
    key: `4663:${address(0xc)}:100:0`,
    sourceId: sourceId(),
    contract: address(0xc),
    implementation: address(0xa2),
    previousImplementation: address(0xa1),
    beacon: null,
    log: {
      blockTime: toInstant('2026-11-19T12:00:00Z'),
      blockNumber: 100,
      blockHash: `0x${'cc'.repeat(32)}`,
      txIndex: 0,
      logIndex: 0,
      txHash: `0x${'cd'.repeat(32)}`,
    },
    initial: false,
    unchangedUntil: null,
    slotBlock: null,
    detectedAt: toInstant('2026-11-19T13:00:00Z'),
    settled: true,
    withdrawn: null,
    ...given,
  }
}

export function verified(given: Partial<Interface>): Interface {
  return {
    id: `abi:${uuid(1)}`,
    projectId: PROJECT_ID,
    sourceId: sourceId(),
    contract: address(0xc),
    provider: 'blockscout',
    digest: 'd1',
    functions: 12,
    events: 3,
    match: 'exact',
    verifiedAt: null,
    observedAt: toInstant('2026-11-19T12:00:00Z'),
    detectedAt: toInstant('2026-11-19T12:00:00Z'),
    supersededAt: null,
    ...given,
  }
}

export function lock(given: Partial<Lock>): Lock {
  return {
    id: `lock:4663:${address(0x10c)}:7`,
    sourceId: sourceId(),
    locker: address(0x10c),
    lockId: '7',
    token: address(0xc),
    owner: address(0xd),
    amount: '1000',
    unlockAt: toInstant('2026-11-24T12:00:00Z'),
    withdrawn: false,
    detectedAt: toInstant('2026-10-01T12:00:00Z'),
    observedAt: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
}

/** The log of a trade on the curve of a launch, of the day before. */
export function launchLog(given: Partial<LaunchLog>): LaunchLog {
  return {
    sourceId: sourceId(),
    kind: 'curve_traded',
    contract: address(0xfac),
    pool: null,
    blockNumber: 100,
    txIndex: 0,
    logIndex: 0,
    txHash: `0x${'cd'.repeat(32)}`,
    blockHash: `0x${'cc'.repeat(32)}`,
    blockTime: toInstant('2026-11-19T12:00:00Z'),
    detectedAt: toInstant('2026-11-19T13:00:00Z'),
    ...given,
  }
}

/** A conclusion about the activity by its first rule: ACTIVE on the 10th. */
export function conclusion(given: Partial<Concluded> = {}): Concluded {
  return {
    fact: 'activity.status',
    id: `state:${uuid(1)}`,
    rule: 'activity.status@1',
    token: null,
    value: 'ACTIVE',
    reason: null,
    evidence: [],
    evaluatedAt: toInstant('2026-11-10T12:00:00Z'),
    supportedUntil: null,
    heldUntil: null,
    confirmed: true,
    rederived: false,
    ...given,
  }
}

/** Two conclusions about one fact by one rule: by default ACTIVE on the 10th and QUIET on the 20th. */
export function move({
  before,
  ...after
}: Partial<Concluded> & { readonly before?: Partial<Concluded> }): readonly Concluded[] {
  const { fact = 'activity.status', token = null } = after
  return [
    conclusion({ fact, token, ...before }),
    conclusion({
      id: `state:${uuid(2)}`,
      value: 'QUIET',
      evaluatedAt: toInstant('2026-11-20T10:00:00Z'),
      ...after,
    }),
  ]
}

/** The drafts of the evidence, without the project's publication. */
export function drafts(given: Partial<LedgerEvidence>, now = NOW): readonly ChangeDraft[] {
  return draftsOf(evidenceOf(given), now).filter(({ type }) => type !== 'research.published')
}

/** The drafts, as events that were announced before. */
export function announcedBefore(drafted: readonly ChangeDraft[]): LedgerEvidence['announced'] {
  return new Map(drafted.map((draft) => [draft.id, draft]))
}
