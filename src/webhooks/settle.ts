import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Instant } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { pause } from '#records/pause.ts'
import { type EndedAttempt, settleAttempts } from '#records/webhooks/settlements.ts'

const AT_ONCE = 500
const BACK_AGAIN_MS = 500

export type SettleDeps = {
  readonly database: Database
  readonly now: () => Instant
  readonly logger: {
    readonly warn: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
}

/**
 * Records how attempts ended. Attempts that end in the same turn share a transaction, and so do those that end while
 * the previous group is written. While the database is away it keeps them and tries again, until the signal. An attempt
 * that is never recorded counts as interrupted, and its delivery is due again.
 */
export function openSettling(
  signal: AbortSignal,
  deps: SettleDeps,
): { readonly settle: (ended: EndedAttempt) => Promise<void> } {
  type Group = { readonly group: EndedAttempt[]; isOpen: boolean; written: Promise<void> }
  let last: Group = { group: [], isOpen: false, written: Promise.resolve() }
  const openGroup = () => {
    const writing = last.written
    const opened: Group = { group: [], isOpen: true, written: writing }
    opened.written = writing.then(nextTurn).then(() => {
      opened.isOpen = false
      return write(opened.group, signal, deps)
    })
    return opened
  }
  return {
    settle(ended) {
      if (!last.isOpen || last.group.length === AT_ONCE) last = openGroup()
      last.group.push(ended)
      return last.written
    },
  }
}

async function write(group: readonly EndedAttempt[], signal: AbortSignal, deps: SettleDeps): Promise<void> {
  const { database, logger, now } = deps
  for (;;) {
    try {
      const { disabled } = await inTransaction(database, (writer) =>
        settleAttempts(group, { now: now() }, writer),
      )
      for (const subscription of disabled) logger.warn({ subscription }, DISABLED)
      return
    } catch (err) {
      if (findDatabaseFailure(err) === undefined) return writeApart(group, err, signal, deps)
      if (signal.aborted) return logger.warn({ err, attempts: group.length }, NOT_WRITTEN)
    }
    await pause(BACK_AGAIN_MS, signal)
  }
}

const DISABLED = 'a subscription was disabled after ten dead deliveries in a row'
const NOT_WRITTEN = 'attempts were not recorded; their deliveries will be sent again'

/** Writes each attempt of a group on its own, so that one failing write does not stop the others. */
async function writeApart(
  group: readonly EndedAttempt[],
  err: unknown,
  signal: AbortSignal,
  deps: SettleDeps,
): Promise<void> {
  const [first, ...others] = group
  if (first === undefined || others.length === 0) {
    deps.logger.error({ err, delivery: first?.lease.deliveryId }, 'an attempt could not be recorded')
    return
  }
  await write([first], signal, deps)
  await write(others, signal, deps)
}
