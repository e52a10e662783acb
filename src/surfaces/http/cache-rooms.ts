/**
 * Where an answer is kept. What says that nothing is published, and lists with their many pages, are kept apart, so
 * that a caller who invents addresses or cursors pushes no published answer out.
 */
export const ROOMS = ['published', 'unpublished', 'lists'] as const
export type Room = (typeof ROOMS)[number]
export type PerRoom = Readonly<Record<Room, number>>

/** Something kept under a key, and the spellings of requests that ask for it. */
export type Entry<T> = {
  readonly key: string
  readonly room: Room
  readonly value: T
  bytes: number
  readonly spellings: Set<string>
}

/** Entries by key and by spelling, each room within its bytes: the least recently used make way. */
export type Rooms<T> = ReturnType<typeof openRooms<T>>

export function openRooms<T>(bounds: { readonly bytes: PerRoom; readonly spellings: number }) {
  const rooms = eachRoom(() => openRoom<T>())
  const spelled = new Map<string, Entry<T>>()
  const get = (key: string) => rooms.published.get(key) ?? rooms.unpublished.get(key) ?? rooms.lists.get(key)
  const discard = (entry: Entry<T>) => {
    rooms[entry.room].remove(entry)
    for (const spelling of entry.spellings) spelled.delete(spelling)
  }
  const makeRoom = (name: Room) => {
    for (const oldest of rooms[name].beyond(bounds.bytes[name])) discard(oldest)
  }
  const grow = (entry: Entry<T>, bytes: number) => {
    if (get(entry.key) !== entry) return
    rooms[entry.room].grow(entry, bytes)
    makeRoom(entry.room)
  }
  return {
    get,
    discard,
    grow,
    getSpelled: (spelling: string) => spelled.get(spelling),
    touch: (entry: Entry<T>) => rooms[entry.room].touch(entry),
    keep(entry: Entry<T>) {
      const before = get(entry.key)
      if (before !== undefined) discard(before)
      rooms[entry.room].add(entry)
      makeRoom(entry.room)
    },
    spell(entry: Entry<T>, spelling: string) {
      if (get(entry.key) !== entry || spelled.has(spelling)) return
      if (entry.spellings.size >= bounds.spellings) return
      entry.spellings.add(spelling)
      spelled.set(spelling, entry)
      grow(entry, 2 * spelling.length)
    },
    clear() {
      for (const name of ROOMS) rooms[name].clear()
      spelled.clear()
    },
    bytes: (): PerRoom => eachRoom((name) => rooms[name].bytes()),
    sizes: (): PerRoom => eachRoom((name) => rooms[name].size()),
  }
}

function eachRoom<V>(value: (name: Room) => V): Record<Room, V> {
  return { published: value('published'), unpublished: value('unpublished'), lists: value('lists') }
}

function openRoom<T>() {
  const entries = new Map<string, Entry<T>>()
  let bytes = 0
  let newest: Entry<T> | undefined
  const add = (entry: Entry<T>) => {
    entries.set(entry.key, entry)
    newest = entry
  }
  return {
    get: (key: string) => entries.get(key),
    size: () => entries.size,
    bytes: () => bytes,
    add(entry: Entry<T>) {
      add(entry)
      bytes += entry.bytes
    },
    touch(entry: Entry<T>) {
      if (entry === newest) return
      entries.delete(entry.key)
      add(entry)
    },
    grow(entry: Entry<T>, by: number) {
      entry.bytes += by
      bytes += by
    },
    remove(entry: Entry<T>) {
      if (!entries.delete(entry.key)) return
      bytes -= entry.bytes
      if (entry === newest) newest = undefined
    },
    clear() {
      entries.clear()
      bytes = 0
      newest = undefined
    },
    *beyond(limit: number) {
      for (const entry of entries.values()) {
        if (bytes <= limit) return
        yield entry
      }
    },
  }
}
