import type { Instant } from '#contract/time.ts'
import { type Database, onSnapshot, type Reader } from '#records/database.ts'
import type { Site } from '#views/links.ts'

/** What a read is made with: records to read, the service's time at the request, and where the service is reached. */
export type ReadDeps = {
  readonly reader: Reader
  readonly now: Instant
  readonly site: Site
}

/** The same with the database itself, for a read of several statements to take a snapshot of it. */
export type OpenDeps = Omit<ReadDeps, 'reader'> & { readonly reader: Database }

/** What the service says of itself. */
export type ServiceFacts = { readonly version: string; readonly sandbox: boolean }

/** A read of several statements, made to run all of them on one snapshot of the database. */
export function onOneSnapshot<I, D, O>(
  read: (input: I, deps: D & { readonly reader: Reader }) => Promise<O>,
): (input: I, deps: D & { readonly reader: Database }) => Promise<O> {
  return (input, deps) => onSnapshot(deps.reader, (reader) => read(input, { ...deps, reader }))
}
