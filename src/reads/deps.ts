import type { AgentCard } from '#contract/shapes/agent-card.ts'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import type { Instant } from '#contract/time.ts'
import type { Changelog } from '#domain/changelog.ts'
import type { ServiceToken } from '#domain/service-token.ts'
import { type Database, onSnapshot, type Reader } from '#records/database.ts'
import type { ReadSources } from '#records/standbys/read-sources.ts'
import type { Documents } from '#views/site/documents.ts'
import type { Site } from '#views/site/links.ts'

/** Dependencies of a read: the records, the service's time at the request, and the public address. */
export type ReadDeps = {
  readonly reader: Reader
  readonly now: Instant
  readonly site: Site
}

/** Dependencies of a read that reports the ledger position of its snapshot itself. */
export type PositionedDeps = ReadDeps & {
  /** Called with the ledger position of each snapshot that is read. */
  readonly sawPosition?: (position: number) => void
}

/** Dependencies of a read that can open a snapshot, from the database. */
export type OpenDeps = PositionedDeps & { readonly reader: Database }

/** The databases that answers are read from: a standby in service, or else the primary. */
export type AnswerSources = Pick<ReadSources, 'primary' | 'read'>

/** A key that verifies signatures of the agent card. @source RFC 8037 */
export type PublicKey = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: string
  readonly use: 'sig'
}

/** Signs the agent card. The first key is the one in force; a further one is about to replace it, or was replaced. */
export type CardSigner = {
  readonly publicKeys: readonly PublicKey[]
  readonly sign: (card: AgentCard) => Promise<NonNullable<AgentCard['signatures']>>
}

/** Facts about the service itself. */
export type ServiceFacts = {
  readonly version: string
  readonly sandbox: boolean
  /** Null when its file cannot be read. */
  readonly changelog: Changelog | null
  readonly documents: Documents
  /** Null where the deployment documents no token of its own. */
  readonly token: ServiceToken | null
  /** Undefined where no key is configured: the agent card is then unsigned. */
  readonly cardSigner: CardSigner | undefined
  /** Where to report a vulnerability. */
  readonly securityContact: string
  /** Where to report an error of a figure: a mailto: or https: address; undefined where none is configured. */
  readonly corrections: string | undefined
  /** Requests a minute of a client without a key. */
  readonly requestsPerMinute: number
  /** The standbys that this process reads answers from; null when it has none. */
  readonly standbys: () => ServiceStatus['standbys']
}

/** Wraps a read, so that all its statements run on one snapshot of the database. */
export function onOneSnapshot<I, D, O>(
  read: (input: I, deps: D & { readonly reader: Reader }) => Promise<O>,
): (input: I, deps: D & Pick<OpenDeps, 'reader' | 'sawPosition'>) => Promise<O> {
  return (input, deps) =>
    onSnapshot(deps.reader, (reader) => read(input, { ...deps, reader }), deps.sawPosition)
}
