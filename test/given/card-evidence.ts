import { derived, fact } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { CardEvidence, CardShip } from '#domain/project/card-evidence.ts'

export const RELEASE = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11' as EvidenceId
export const WEEK = 'ship:8a7c2d10-5b3e-5f94-8d21-7e9b0a4c3d22' as EvidenceId
const UPGRADE = 'ship:0d9b6c1e-44a0-5b6f-9c61-5b1c2d3e4f50' as EvidenceId
const SIGNAL = 'signal:1f2e3d4c-5b6a-5978-8695-a4b3c2d1e0f9' as EvidenceId
export const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162' as EvidenceId
const at = toInstant('2026-11-19T10:00:00Z')

export const release: CardShip = {
  id: RELEASE,
  kind: 'release',
  title: 'v2.4.0',
  url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
  version: 'v2.4.0',
  occurredAt: toInstant('2026-11-18T14:02:11Z'),
  codeWeek: null,
}

/** The week of Monday 16 November 2026, read on Thursday. */
export const runningWeek: CardShip = {
  id: WEEK,
  kind: 'code_week',
  title: 'code changes, week starting 2026-11-16 (to 2026-11-22)',
  url: 'https://github.com/lumen-labs/lumen/commits',
  version: null,
  occurredAt: toInstant('2026-11-19T09:00:00Z'),
  codeWeek: {
    weekStart: '2026-11-16' as CalendarDate,
    byDay: {},
    humanCommits: 9,
    excludedCommits: 1,
    authors: 2,
    partial: false,
    substance: 'substantive',
    readTo: toInstant('2026-11-19T10:00:00Z'),
  },
}

const upgrade: CardShip = {
  ...release,
  id: UPGRADE,
  kind: 'upgrade',
  title: 'Upgrade of 0xabc',
  url: null,
  version: null,
}
const measured = { state: 'MEASURED', observedAt: at } as const

/** Evidence with every claim known. */
export const KNOWN: CardEvidence = {
  activity: derived({ status: 'SHIPPING', since: at }, 'activity.status@6', [RELEASE]),
  activityMeasured: true,
  lastActivityAt: derived(toInstant('2026-11-19T09:00:00Z'), 'activity.last@1', [WEEK]),
  meaningfulShips30d: derived(4, 'ships.counted@8', [RELEASE, WEEK]),
  latestMeaningfulShip: fact(release, [RELEASE], at),
  latestRelease: fact(release, [RELEASE], at),
  latestDeployment: fact(upgrade, [UPGRADE], at),
  latestSignal: fact(
    {
      id: SIGNAL,
      kind: 'accelerating',
      title: 'Shipping faster than in the 30 days before',
      windowFrom: toInstant('2026-10-20T00:00:00Z'),
      windowTo: toInstant('2026-11-19T00:00:00Z'),
    },
    [SIGNAL],
    at,
  ),
  repositoryUrl: fact('https://github.com/lumen-labs/lumen', [SOURCE], at),
  commits30d: derived({ count: 41, partial: true }, 'code_week@6', [WEEK, SOURCE]),
  lastCodeActivity: derived({ ship: runningWeek, commits30d: { count: 41, partial: true } }, 'code_week@6', [
    WEEK,
    SOURCE,
  ]),
  tokenVerification: derived({ status: 'VERIFIED', reason: 'site_names_contract' }, 'token.verification@1', [
    SOURCE,
  ]),
  researchLevel: derived('VERIFIED_BUILDER', 'research.level@2', [SOURCE]),
  market: derived({ status: 'LIVE', observedAt: at }, 'market.status@2', [SOURCE]),
  coverage: {
    building: measured,
    contracts: measured,
    verified_source: { state: 'NO_SOURCE', observedAt: null },
    market: measured,
    locks: { state: 'NOT_APPLICABLE', observedAt: null },
    token_verification: measured,
  },
}
