import type { Input, OPERATIONS, OperationName, Output } from '#contract/operations/index.ts'
import { readAgentContract } from '#reads/agent-contract.ts'
import { readBadge } from '#reads/badge.ts'
import { readBuilder, readBuilderText } from '#reads/builder.ts'
import { readChanges } from '#reads/changes.ts'
import { type OpenDeps, onOneSnapshot, type ServiceFacts } from '#reads/deps.ts'
import { readEvidence } from '#reads/evidence.ts'
import { type Outage, readHealth } from '#reads/health.ts'
import { readIndex } from '#reads/index-of-reads.ts'
import { readOpenApi } from '#reads/openapi.ts'
import { readPage } from '#reads/page.ts'
import { readProject } from '#reads/project.ts'
import { readProjects } from '#reads/projects.ts'
import { readScan } from '#reads/scan.ts'
import { readShips } from '#reads/ships.ts'
import { readStatus } from '#reads/status.ts'
import { readSuggest } from '#reads/suggest.ts'
import { readToken } from '#reads/token.ts'

export type HandlerDeps = OpenDeps & {
  readonly service: ServiceFacts
  /** Why the database cannot be used now; undefined while it can. */
  readonly outage: () => Outage | undefined
}

/** What a call of an account gets: whose it is, and the database, in which it may write. */
export type AccountDeps = HandlerDeps & {
  readonly account: { readonly id: string }
  readonly database: HandlerDeps['reader']
}

type DepsOf<N extends OperationName> = (typeof OPERATIONS)[N]['caller'] extends 'account'
  ? AccountDeps
  : HandlerDeps
type Handlers = {
  readonly [N in OperationName]: (input: Input<N>, deps: DepsOf<N>) => Promise<Output<N>>
}

/**
 * The handler of every operation. An operation without one does not compile. Reads with several statements run on one
 * snapshot.
 */
export const HANDLERS: Handlers = {
  projects: onOneSnapshot(readProjects),
  suggest: onOneSnapshot(readSuggest),
  project: readProject,
  ships: readShips,
  token: readToken,
  builder: readBuilder,
  scan: readScan,
  changes: onOneSnapshot(readChanges),
  evidence: readEvidence,
  status: onOneSnapshot(readStatus),
  index: readIndex,
  agent: readAgentContract,
  openapi: readOpenApi,
  page: readPage,
  badge: readBadge,
  health: readHealth,
}

export type TextForm = Parameters<typeof readBuilderText>[0]['form']
type TextHandlers = {
  readonly [N in OperationName]?: (input: Input<N> & { form: TextForm }, deps: HandlerDeps) => Promise<string>
}

/** The reads that answer text instead of JSON. */
export const TEXT_HANDLERS: TextHandlers = { builder: readBuilderText }
