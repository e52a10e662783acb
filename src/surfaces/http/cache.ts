import { type Entry, openRooms, type PerRoom, type Room } from './cache-rooms.ts'

/** How much is kept, and for how long. */
export type CacheBounds = {
  readonly freshMs: number
  /** How long while nobody tells this process of changes. */
  readonly unannouncedMs: number
  readonly bytes: PerRoom
  /** How many spellings of one request are remembered for each answer. */
  readonly spellings: number
}

/** Something to keep: its size in bytes, and where. */
export type Keepable = { readonly bytes: number; readonly room: Room }

/** An answer as it is held: `at` is when its computation began, in milliseconds of the process's own timer. */
export type Held<T> = { readonly answer: T; readonly at: number }

/** Answers of this process: one computation for all who wait for the same, kept for a while. */
export type AnswerCache<T extends Keepable> = ReturnType<typeof openAnswerCache<T>>

/** What an entry costs besides its answer and its names. */
const ENTRY_BYTES = 512

/** An empty cache that nobody tells of changes yet. `timer` answers milliseconds that never run backwards. */
export function openAnswerCache<T extends Keepable>(
  bounds: CacheBounds,
  deps: { readonly timer: () => number },
) {
  const rooms = openRooms<Held<T>>(bounds)
  const computing = new Map<string, Promise<Held<T>>>()
  const counted = { hit: 0, joined: 0, computed: 0 }
  let generation = 0
  let freshMs = bounds.unannouncedMs

  const fresh = (entry: Entry<Held<T>> | undefined): Held<T> | undefined => {
    if (entry === undefined) return undefined
    if (deps.timer() - entry.value.at >= freshMs) {
      rooms.discard(entry)
      return undefined
    }
    rooms.touch(entry)
    counted.hit += 1
    return entry.value
  }
  const begin = async (key: string, compute: () => Promise<T>): Promise<Held<T>> => {
    const at = deps.timer()
    const begunIn = generation
    const answer = await compute()
    const value = { answer, at }
    const bytes = answer.bytes + ENTRY_BYTES + 2 * key.length
    if (begunIn === generation)
      rooms.keep({ key, room: answer.room, value, bytes, spellings: new Set<string>() })
    return value
  }
  const drop = () => {
    generation += 1
    computing.clear()
    rooms.clear()
  }
  return {
    /** The answer under a key, held or computed now; what fails is held for nobody. */
    async answer(key: string, compute: () => Promise<T>): Promise<Held<T>> {
      const held = fresh(rooms.get(key))
      if (held !== undefined) return held
      const running = computing.get(key)
      counted[running === undefined ? 'computed' : 'joined'] += 1
      if (running !== undefined) return running
      const own = begin(key, compute).finally(() => {
        if (computing.get(key) === own) computing.delete(key)
      })
      computing.set(key, own)
      return own
    },
    /** The answer a request of this spelling got before, while it is fresh. */
    findSpelled: (spelling: string) => fresh(rooms.getSpelled(spelling)),
    /** How many whole seconds ago the computation of an answer began. */
    ageSecondsOf: ({ at }: Held<T>) => Math.max(0, Math.floor((deps.timer() - at) / 1000)),
    /** Remembers that a request of this spelling asks for what is held under the key. */
    rememberSpelling(spelling: string, key: string): void {
      const entry = rooms.get(key)
      if (entry !== undefined) rooms.spell(entry, spelling)
    },
    /** Counts bytes that the answer held under a key has grown by. */
    grow(key: string, bytes: number): void {
      const entry = rooms.get(key)
      if (entry !== undefined) rooms.grow(entry, bytes)
    },
    /** Forgets everything; what is being computed is answered to those who wait for it, and not kept. */
    drop,
    /** Says whether changes are announced to this process; what was held until now is forgotten. */
    setAnnounced(announced: boolean): void {
      freshMs = announced ? bounds.freshMs : bounds.unannouncedMs
      drop()
    },
    counts: () => ({ ...counted, computing: computing.size, bytes: rooms.bytes(), answers: rooms.sizes() }),
  }
}
