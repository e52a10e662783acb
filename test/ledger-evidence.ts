import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import type {
  Concluded,
  LedgerEvidence,
  Move,
  RecordedContract,
  RecordedImplementation,
  RecordedInterface,
  RecordedLock,
  RecordedShip,
  WatchedSource,
  WatchedStream,
} from '#domain/ledger/evidence.ts'
import { draftsOf } from '#domain/ledger/rules.ts'

/** Evidence of the ledger's rules as values: every builder fills what a test does not name. */
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

/** A published project of August with one repository read since then, and nothing else. */
export function evidenceOf(given: Partial<LedgerEvidence> = {}): LedgerEvidence {
  return {
    projectId: PROJECT_ID,
    state: 'published',
    firstPublishedAt: toInstant('2026-08-12T12:00:00Z'),
    token: null,
    sources: [source({})],
    ships: [],
    contracts: [],
    implementations: [],
    interfaces: [],
    methods: [],
    uses: [],
    locks: [],
    siteChanges: [],
    claims: [],
    signals: [],
    moves: [],
    integrityPublishedAt: null,
    said: new Map(),
    ...given,
  }
}

export function source(given: Partial<WatchedSource>): WatchedSource {
  return {
    id: sourceId(),
    kind: 'github_repository',
    locator: 'lumen-labs/lumen',
    counted: true,
    attachedAt: toInstant('2026-08-12T12:00:00Z'),
    detachedAt: null,
    streams: [stream({})],
    ...given,
  }
}

export function stream(given: Partial<WatchedStream>): WatchedStream {
  return {
    stream: 'releases',
    firstOkAt: toInstant('2026-08-13T12:00:00Z'),
    lastOkAt: toInstant('2026-11-20T06:00:00Z'),
    failingSince: null,
    providerOutageSince: null,
    gone: null,
    ...given,
  }
}

export function ship(given: Partial<RecordedShip>): RecordedShip {
  return {
    id: `ship:${uuid(1)}`,
    sourceId: sourceId(),
    kind: 'release',
    title: 'Faster swaps',
    url: null,
    version: '1.0.0',
    occurredAt: toInstant('2026-11-19T12:00:00Z'),
    precision: 'EXACT',
    detectedAt: toInstant('2026-11-20T11:00:00Z'),
    promotedAt: null,
    backing: 'source-verified',
    contract: null,
    codeWeek: null,
    withdrawn: false,
    ...given,
  }
}

export function contract(given: Partial<RecordedContract>): RecordedContract {
  return {
    address: address(0xc),
    sourceId: sourceId(),
    role: 'token',
    deployer: null,
    created: { at: toInstant('2026-08-01T10:00:00Z'), block: 100, txIndex: 0, tx: null },
    detectedAt: toInstant('2026-08-13T12:00:00Z'),
    withdrawn: false,
    ...given,
  }
}

export function upgrade(given: Partial<RecordedImplementation>): RecordedImplementation {
  return {
    id: `impl:4663:${address(0xc)}:100:0`,
    sourceId: sourceId(),
    contract: address(0xc),
    implementation: address(0xa2),
    previous: address(0xa1),
    beacon: null,
    block: { at: toInstant('2026-11-19T12:00:00Z'), number: 100, txIndex: 0, logIndex: 0, tx: null },
    initial: false,
    detectedAt: toInstant('2026-11-19T13:00:00Z'),
    withdrawn: false,
    ...given,
  }
}

export function verified(given: Partial<RecordedInterface>): RecordedInterface {
  return {
    id: `abi:${uuid(1)}`,
    sourceId: sourceId(),
    contract: address(0xc),
    provider: 'blockscout',
    digest: 'd1',
    functions: 12,
    events: 3,
    match: 'exact',
    detectedAt: toInstant('2026-11-19T12:00:00Z'),
    supersededAt: null,
    ...given,
  }
}

export function lock(given: Partial<RecordedLock>): RecordedLock {
  return {
    id: `lock:4663:${address(0x10c)}:7`,
    sourceId: sourceId(),
    token: address(0xc),
    amount: '1000',
    unlockAt: toInstant('2026-11-24T12:00:00Z'),
    withdrawn: false,
    detectedAt: toInstant('2026-10-01T12:00:00Z'),
    observedAt: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
}

/** Activity ACTIVE on the 10th, then as the test says; both by one rule. */
export function move(
  given: Partial<Move['after']> & { readonly fact?: Move['fact']; readonly before?: Partial<Concluded> },
): Move {
  const { fact = 'activity.status', before, ...after } = given
  const common = {
    rule: 'activity.status@1',
    reason: null,
    evidence: [],
    confirmed: true,
    rederived: false,
  } as const
  return {
    fact,
    before: {
      ...common,
      id: `state:${uuid(1)}`,
      value: 'ACTIVE',
      evaluatedAt: toInstant('2026-11-10T12:00:00Z'),
      ...before,
    },
    after: {
      ...common,
      id: `state:${uuid(2)}`,
      value: 'QUIET',
      evaluatedAt: toInstant('2026-11-20T10:00:00Z'),
      ...after,
    },
  }
}

/** What the ledger ought to say, without the project's publication. */
export function drafts(given: Partial<LedgerEvidence>, now = NOW): readonly ChangeDraft[] {
  return draftsOf(evidenceOf(given), now).filter(({ type }) => type !== 'research.published')
}

/** The same as what was said before. */
export function saidBefore(drafted: readonly ChangeDraft[]): LedgerEvidence['said'] {
  return new Map(drafted.map((draft) => [draft.id, draft]))
}
