import type { ProjectStatement } from '#domain/evidence.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import { day } from './build-evidence.ts'
import { address, uuid } from './ledger-evidence.ts'

/** A published project of which nothing is recorded; `given` overrides its records. */
export function projectEvidenceOf(given: Partial<ProjectEvidence> = {}): ProjectEvidence {
  return {
    projectId: uuid(7),
    token: address(0xc),
    state: 'published',
    firstPublishedAt: null,
    publishedAt: null,
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

/** A statement of the project's site that names its token; `given` overrides it. */
export function statementOf(given: Partial<ProjectStatement> = {}): ProjectStatement {
  return {
    id: 'claim:named',
    projectId: uuid(7),
    sourceId: 'source:website',
    kind: 'token_named',
    by: 'site',
    statement: '',
    url: null,
    statedOn: null,
    names: address(0xc),
    observedAt: day(9),
    withdrawn: null,
    ...given,
  }
}
