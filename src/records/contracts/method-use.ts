import { type Selectable, sql } from 'kysely'
import { nonEmpty } from '#contract/claim.ts'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { type CalendarDate, dateOf, type Instant, msOf } from '#contract/time.ts'
import {
  type CallPlace,
  followMethod,
  inChainOrder,
  METHODS_RULE,
  type MethodRecord,
  type Resumption,
  resumptionAmong,
} from '#domain/contracts/method-calls.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { anyOf } from '#records/any-of.ts'
import { excluded, insertAll, rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import type { MethodUse } from '#records/tables.ts'
import { type Counted, countedContracts } from './counted-contracts.ts'
import { CAN_NAME_LEFT_OUT, decodeMethods, getNamedSelectors } from './interface-methods.ts'

/** The span over which calls to a contract were read, without a gap since `from`. */
export type CollectedUse = {
  readonly from: Instant
  /** Whether the listing was read back to its first call. The span then begins with the contract's creation. */
  readonly sinceCreation: boolean
  readonly to: Instant
  readonly toBlock: number
  readonly toBlockHash: string
}

/** One reading of the calls to a contract. */
export type UseReading = {
  readonly projectId: string
  readonly sourceId: string
  readonly contract: ContractAddress
  /** `on` continues the stored span, `restart` begins another after it, `anew` replaces it. */
  readonly mode: 'on' | 'restart' | 'anew'
  readonly collected: CollectedUse
  /** The last block whose calls are already counted. Calls up to it that the explorer listed late are not. */
  readonly newAfter: number
  /** Successful calls by selector, in the new part of the span and in the part that was read again. */
  readonly calls: ReadonlyMap<string, readonly CallPlace[]>
  readonly now: Instant
}

/** The creation time of a counted contract; null while it is unknown. */
export type CountedContract = { readonly createdAt: Instant | null }

/** A project's token, or a contract of one of its counted sources; undefined when the address is neither. */
export async function findCountedContract(
  input: { readonly projectId: string; readonly contract: ContractAddress },
  reader: Reader,
): Promise<CountedContract | undefined> {
  const query = reader
    .selectFrom(sql<Counted>`(${countedContracts})`.as('counted'))
    .select('created_at as createdAt')
    .where('project_id', '=', input.projectId)
    .where('address', '=', input.contract)
    .orderBy('created_at', (order) => order.asc().nullsLast())
    .limit(1)
  const [found] = await runPlanned(query, reader)
  return found
}

/**
 * The span over which calls to a project's contract were read. Undefined when they were never read, and when they must
 * be read anew because an interface can name selectors that were left out.
 */
export async function findCollectedUse(
  input: { readonly projectId: string; readonly contract: ContractAddress },
  reader: Reader,
): Promise<CollectedUse | undefined> {
  const row = await reader
    .selectFrom('contract_use as span')
    .selectAll()
    .where('project_id', '=', input.projectId)
    .where('contract', '=', input.contract)
    .where(sql<boolean>`not ${CAN_NAME_LEFT_OUT}`)
    .executeTakeFirst()
  return (
    row && {
      from: row.collected_from,
      sinceCreation: row.since_creation,
      to: row.collected_to,
      toBlock: row.to_block,
      toBlockHash: row.to_block_hash,
    }
  )
}

/**
 * Saves a reading of calls: the span, and of each method the first and last call, the calls of each day, and the calls
 * after a silence. With mode `anew` it replaces the days of the span and withdraws methods that it does not find there.
 */
export async function saveUse(reading: UseReading, writer: Writer): Promise<void> {
  const stored = await getMethods(reading, writer)
  const named = await getNamedSelectors({ ...reading, selectors: [...reading.calls.keys()] }, writer)
  const { recorded, leftOut } = chooseRecorded(reading, { stored, named })
  const wasLeftOut = await saveSpan({ reading, leftOut }, writer)
  if (reading.mode === 'anew') await clearSpan(reading, writer)
  const span = {
    from: reading.collected.from,
    sinceCreation: reading.collected.sinceCreation && !wasLeftOut,
  }
  const followed = recorded.flatMap(([selector, calls]) => {
    const known = stored.find((method) => method.selector === selector)
    const some = nonEmpty(calls)
    if (some === undefined) return []
    const before = known === undefined || isReplaced(known, reading) ? undefined : toRecord(known, reading)
    const id = uuidOf('method', `${reading.projectId}:${CHAIN_ID}:${reading.contract}:${selector}`)
    return [{ id, selector, calls: some, ...followMethod(before, { calls: some, span }) }]
  })
  await saveMethods({ reading, followed }, writer)
  await saveDays({ followed, newAfter: reading.newAfter }, writer)
  await correctResumptions({ followed, reading }, writer)
  await saveResumptions({ followed, now: reading.now }, writer)
  await decodeMethods({ projectId: reading.projectId, now: reading.now }, writer)
}

type Followed = MethodRecord & {
  readonly id: string
  readonly selector: string
  readonly calls: readonly CallPlace[]
  readonly resumptions: readonly Resumption[]
}

function getMethods(reading: UseReading, reader: Reader): Promise<readonly Selectable<MethodUse>[]> {
  return reader
    .selectFrom('method_use')
    .selectAll()
    .where('project_id', '=', reading.projectId)
    .where('contract', '=', reading.contract)
    .orderBy('selector')
    .execute()
}

/**
 * The selectors to record: all that are stored or named, then the earliest called of the others, up to the limit.
 * `leftOut` when some are over the limit.
 */
function chooseRecorded(
  { calls }: UseReading,
  known: { readonly stored: readonly Selectable<MethodUse>[]; readonly named: ReadonlySet<string> },
) {
  const storedSelectors = new Set(known.stored.map(({ selector }) => selector))
  const isKnown = ([selector]: readonly [string, unknown]) =>
    known.named.has(selector) || storedSelectors.has(selector)
  const undecoded = known.stored.filter(({ signature }) => signature === null).length
  const unnamed = [...calls].filter((entry) => !isKnown(entry))
  const admitted = unnamed
    .map(([selector, places]) => [selector, places.toSorted(inChainOrder)] as const)
    .toSorted(([, [a]], [, [b]]) => (a && b ? inChainOrder(a, b) : 0))
    .slice(0, Math.max(0, METHODS_RULE.undecodedMax - undecoded))
  return {
    recorded: [...[...calls].filter(isKnown), ...admitted],
    leftOut: admitted.length < unnamed.length,
  }
}

/** Whether the reading replaces the method's whole record. It always does for a withdrawn method. */
function isReplaced(method: Selectable<MethodUse>, { mode, collected }: UseReading): boolean {
  if (method.withdrawn_at !== null) return true
  return mode === 'anew' && (collected.sinceCreation || msOf(method.first_at) >= msOf(collected.from))
}

/** The part of a method's record that the reading does not replace. */
function toRecord(row: Selectable<MethodUse>, { mode, collected }: UseReading): MethodRecord {
  const first = { block: row.first_block, txIndex: row.first_tx_index, tx: row.first_tx, at: row.first_at }
  const last = { block: row.last_block, txIndex: row.last_tx_index, tx: row.last_tx, at: row.last_at }
  const isLastReplaced = mode === 'anew' && msOf(last.at) >= msOf(collected.from)
  return { first, last: isLastReplaced ? first : last, firstSinceCreation: row.first_since_creation }
}

/** Saves the span of a reading. Returns whether earlier readings left out selectors. */
async function saveSpan(
  { reading, leftOut }: { readonly reading: UseReading; readonly leftOut: boolean },
  writer: Writer,
): Promise<boolean> {
  const { collected } = reading
  const before = await writer
    .selectFrom('contract_use')
    .select('selectors_left_out')
    .where('project_id', '=', reading.projectId)
    .where('contract', '=', reading.contract)
    .executeTakeFirst()
  const row = {
    source_id: reading.sourceId,
    collected_from: collected.from,
    since_creation: collected.sinceCreation,
    collected_to: collected.to,
    to_block: collected.toBlock,
    to_block_hash: collected.toBlockHash,
    selectors_left_out: leftOut || before?.selectors_left_out === true,
    read_at: reading.now,
  }
  await writer
    .insertInto('contract_use')
    .values({ project_id: reading.projectId, chain_id: CHAIN_ID, contract: reading.contract, ...row })
    .onConflict((conflict) => conflict.columns(['project_id', 'contract']).doUpdateSet(row))
    .execute()
  return before?.selectors_left_out === true
}

/** Deletes the stored days of the span and withdraws its methods. Saving a method again restores it. */
async function clearSpan({ projectId, contract, collected, now }: UseReading, writer: Writer): Promise<void> {
  const since = collected.sinceCreation ? null : collected.from
  const day: CalendarDate | null = since === null ? null : dateOf(since)
  const methods = sql`select id from method_use where project_id = ${projectId} and contract = ${contract}`
  await sql`delete from method_use_days where method_id in (${methods})
    and (${day}::date is null or day >= ${day}::date)`.execute(writer)
  await sql`delete from method_resumptions where method_id in (${methods})
    and (${since}::timestamptz is null or at >= ${since}::timestamptz)`.execute(writer)
  await sql`update method_use set withdrawn_at = ${now}::timestamptz, withdrawn_reason = 'reorged'
    where project_id = ${projectId} and contract = ${contract} and withdrawn_at is null
      and (${since}::timestamptz is null or first_at >= ${since}::timestamptz)`.execute(writer)
}

const FOLLOWED = [
  'source_id',
  'first_block',
  'first_tx_index',
  'first_tx',
  'first_at',
  'first_since_creation',
  'last_block',
  'last_tx_index',
  'last_tx',
  'last_at',
] as const

async function saveMethods(
  { reading, followed }: { readonly reading: UseReading; readonly followed: readonly Followed[] },
  writer: Writer,
): Promise<void> {
  if (followed.length === 0) return
  const rows = followed.map(({ id, selector, first, last, firstSinceCreation }) => ({
    id,
    project_id: reading.projectId,
    chain_id: CHAIN_ID,
    contract: reading.contract,
    source_id: reading.sourceId,
    selector,
    first_block: first.block,
    first_tx_index: first.txIndex,
    first_tx: first.tx,
    first_at: first.at,
    first_since_creation: firstSinceCreation,
    last_block: last.block,
    last_tx_index: last.txIndex,
    last_tx: last.tx,
    last_at: last.at,
    detected_at: reading.now,
  }))
  await insertAll('method_use', rows, writer)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...excluded(...FOLLOWED), withdrawn_at: null, withdrawn_reason: null }),
    )
    .execute()
}

/**
 * Adds the new calls to the calls of each day. A day that was read again has at least as many calls as are listed now.
 */
async function saveDays(
  { followed, newAfter }: { readonly followed: readonly Followed[]; readonly newAfter: number },
  writer: Writer,
): Promise<void> {
  const days = followed.flatMap(({ id, calls }) =>
    [...Map.groupBy(calls, ({ at }) => dateOf(at))].map(([day, listed]) => ({
      id,
      day,
      listed: listed.length,
      gained: listed.filter(({ block }) => block > newAfter).length,
    })),
  )
  if (days.length === 0) return
  await sql`
    insert into method_use_days (method_id, day, calls)
    select given.id, given.day, greatest(given.listed, coalesce(stored.calls, 0) + given.gained)
    from unnest(${days.map(({ id }) => id)}::uuid[], ${days.map(({ day }) => day)}::date[],
      ${days.map(({ listed }) => listed)}::integer[], ${days.map(({ gained }) => gained)}::integer[])
      as given (id, day, listed, gained)
    left join method_use_days as stored on stored.method_id = given.id and stored.day = given.day
    on conflict (method_id, day) do update set calls = excluded.calls`.execute(writer)
}

/** Replaces recorded resumptions where the explorer has now listed an earlier call. */
async function correctResumptions(
  { followed, reading }: { readonly followed: readonly Followed[]; readonly reading: UseReading },
  writer: Writer,
): Promise<void> {
  const isReadAgain = ({ calls }: Followed) => calls.some(({ block }) => block <= reading.newAfter)
  const callsOf = new Map(followed.filter(isReadAgain).map(({ id, calls }) => [id, calls]))
  if (callsOf.size === 0) return
  const rows = await writer
    .selectFrom('method_resumptions')
    .selectAll()
    .where('method_id', '=', anyOf(callsOf.keys(), 'uuid'))
    .execute()
  const corrected = rows.flatMap(({ method_id: id, block, tx_index, tx, at, previous_at }) => {
    const recorded = { block, txIndex: tx_index, tx, at, previousAt: previous_at }
    const calls = callsOf.get(id)
    const now = calls === undefined ? recorded : resumptionAmong(recorded, calls)
    return now === recorded ? [] : [{ id, recorded, resumptions: now === undefined ? [] : [now] }]
  })
  if (corrected.length === 0) return
  const gone = corrected.map(({ id, recorded }) => ({ methodId: id, ...recorded }))
  await sql`
    delete from method_resumptions using ${rowsOf('method_resumptions', gone)} as gone
    where (method_resumptions.method_id, method_resumptions.block, method_resumptions.tx_index)
      = (gone.method_id, gone.block, gone.tx_index)`.execute(writer)
  await saveResumptions({ followed: corrected, now: reading.now }, writer)
}

async function saveResumptions(
  {
    followed,
    now,
  }: { readonly followed: readonly Pick<Followed, 'id' | 'resumptions'>[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const rows = followed.flatMap(({ id, resumptions }) =>
    resumptions.map(({ block, txIndex, tx, at, previousAt }) => ({
      method_id: id,
      block,
      tx_index: txIndex,
      tx,
      at,
      previous_at: previousAt,
      detected_at: now,
    })),
  )
  if (rows.length === 0) return
  await insertAll('method_resumptions', rows, writer)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
