import type { ProjectEvidence } from '#records/project-evidence.ts'
import { address, uuid } from './ledger-evidence.ts'

/** A published project of which nothing is recorded; `given` overrides its records. */
export function projectEvidenceOf(given: Partial<ProjectEvidence> = {}): ProjectEvidence {
  return {
    projectId: uuid(7),
    token: address(0xc),
    state: 'published',
    firstPublishedAt: null,
    kind: null,
    sources: [],
    ships: [],
    claims: [],
    signals: [],
    contracts: [],
    marketReadings: [],
    uses: [],
    attention: [],
    launchLogs: [],
    ...given,
  }
}
