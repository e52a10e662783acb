import { LISTS, OPERATIONS, type Operations } from './generated/operations.ts'
import { eachItem, type ItemOf, type ListId } from './lists.ts'
import {
  type MirroredChange,
  type MirroredList,
  type MirrorOptions,
  mirrorChanges,
  mirrorLists,
} from './mirror.ts'
import { openPositions } from './positions.ts'
import { type CallOptions, type ClientOptions, type OperationId, openAsk } from './request.ts'

type Params<N extends OperationId> = Operations[N]['params']
/** The arguments of a call; the parameters may be left out when none is required. */
type Arguments<N extends OperationId> =
  Record<never, never> extends Params<N>
    ? [params?: Params<N>, options?: CallOptions]
    : [params: Params<N>, options?: CallOptions]

/** A method for each operation, by its operationId. */
export type Calls = {
  readonly [N in OperationId]: (...asked: Arguments<N>) => Promise<Operations[N]['answer']>
}
/** A method for each list, by its operationId, that yields the items to the end of the list. */
export type Each = {
  readonly [N in ListId]: (...asked: Arguments<N>) => AsyncGenerator<ItemOf<N>, void, undefined>
}
export type Client = Calls & {
  readonly each: Each
  /** The changes of the ledger, for a copy of it. Each has the position to resume after. */
  readonly changes: (options?: MirrorOptions) => AsyncGenerator<MirroredChange, void, undefined>
  /** The same changes as lists. Each list can be stored in one transaction. */
  readonly changeLists: (options?: MirrorOptions) => AsyncGenerator<MirroredList, void, undefined>
  /** The newest ledger position of any answer. Before the first answer `minPosition`, or else undefined. */
  readonly position: () => number | undefined
}

/** Opens a client. It holds no connection and needs no closing. */
export function createClient(options: ClientOptions): Client {
  const positions = openPositions(options)
  const ask = openAsk(options, positions)
  // A mirror goes by its cursor alone: it waits at a server that is behind, and ends when the ledger lost the cursor.
  const askLedger = openAsk(options, { ...positions, asked: () => ({}) })
  const calls = Object.keys(OPERATIONS).map((name) => [
    name,
    (params: object = {}, given?: CallOptions) => ask(name as OperationId, params as never, given),
  ])
  const lists = Object.keys(LISTS).map((name) => [
    name,
    (params: object = {}, given: CallOptions = {}) =>
      eachItem(name as ListId, params as never, { ask, options: given }),
  ])
  return {
    ...(Object.fromEntries(calls) as Calls),
    each: Object.fromEntries(lists) as Each,
    changes: (given = {}) => mirrorChanges(askLedger, given),
    changeLists: (given = {}) => mirrorLists(askLedger, given),
    position: positions.newest,
  }
}
