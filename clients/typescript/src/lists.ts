import { UnavailableListError } from './errors.ts'
import { LISTS, type Operations } from './generated/operations.ts'
import type { Ask, CallOptions } from './request.ts'

export type ListId = keyof typeof LISTS
/** An item of a list. */
export type ItemOf<N extends ListId> = Operations[N]['answer']['items'][number]

/** A cursor continues the mode that issued it, so the parameters that began the list are left out. */
const BEGINNINGS = { after: undefined, before: undefined, detectedSince: undefined }

/** Every item of a list, to its end. @throws UnavailableListError for a list that cannot be produced */
export async function* eachItem<N extends ListId>(
  name: N,
  params: Operations[N]['params'],
  { ask, options }: { readonly ask: Ask; readonly options?: CallOptions },
): AsyncGenerator<ItemOf<N>, void, undefined> {
  let asked = params
  let from: number | string | undefined
  for (;;) {
    const list: ListAnswer = await ask(name, asked, options)
    if (list.available === false) throw new UnavailableListError(`${name}: ${list.reason}`)
    yield* list.items as readonly ItemOf<N>[]
    const next = list.nextOffset ?? list.nextCursor ?? undefined
    // In ledger order the last answer names its own cursor again.
    if (next === undefined || next === from) return
    from = next
    asked = { ...params, ...BEGINNINGS, [LISTS[name]]: next }
  }
}

type ListAnswer = {
  readonly items: readonly unknown[]
  readonly available?: boolean
  readonly reason?: string
  readonly nextOffset?: number | null
  readonly nextCursor?: string | null
}
