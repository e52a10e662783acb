import type { CalendarDate } from '#contract/time.ts'
import type { KeyInUse } from '#records/accounts/accounts.ts'

/** What is remembered of a digest: the key it is of, or that it is of none; until when on the process's own timer. */
type Remembered = { readonly key: KeyInUse | undefined; readonly until: number }
type Asked = { readonly digest: string; readonly month: CalendarDate }

/** Keys looked up a moment ago. */
export type KnownKeys = {
  /** What is remembered; undefined when the records must be asked. */
  readonly recall: (asked: Asked) => { readonly key: KeyInUse | undefined } | undefined
  /** Whether it was a key when the records were last asked, however long ago. */
  readonly wasKey: (digest: string) => boolean
  /** Asks the records, once for all who wait for the same. */
  readonly lookUp: (asked: Asked) => Promise<KeyInUse | undefined>
  /** Forgets everything: a key was revoked, or an account held or released. */
  readonly forget: () => void
}

/** Keys and the lack of them are remembered apart, so that invented keys push no real one out. */
export function rememberKeys(
  bounds: { readonly rememberedMs: number; readonly atMost: number },
  deps: {
    readonly find: (asked: Asked) => Promise<KeyInUse | undefined>
    readonly timer: () => number
  },
): KnownKeys {
  const keys = new Map<string, Remembered>()
  const noKeys = new Map<string, Remembered>()
  const waiting = new Map<string, Promise<KeyInUse | undefined>>()
  let generation = 0
  const keep = (digest: string, key: KeyInUse | undefined) => {
    const kept = key === undefined ? noKeys : keys
    keys.delete(digest)
    noKeys.delete(digest)
    kept.set(digest, { key, until: deps.timer() + bounds.rememberedMs })
    const [oldest] = kept.keys()
    if (kept.size > bounds.atMost && oldest !== undefined) kept.delete(oldest)
  }
  const find = async (asked: Asked) => {
    const begunIn = generation
    const key = await deps.find(asked)
    if (begunIn === generation) keep(asked.digest, key)
    return key
  }
  return {
    recall({ digest, month }) {
      const held = keys.get(digest) ?? noKeys.get(digest)
      if (held === undefined || held.until <= deps.timer()) return undefined
      return held.key === undefined || held.key.month === month ? { key: held.key } : undefined
    },
    wasKey: (digest) => keys.has(digest),
    lookUp(asked) {
      const name = `${asked.digest} ${asked.month}`
      const already = waiting.get(name)
      if (already !== undefined) return already
      const asking = find(asked).finally(() => {
        if (waiting.get(name) === asking) waiting.delete(name)
      })
      waiting.set(name, asking)
      return asking
    },
    forget() {
      generation += 1
      keys.clear()
      noKeys.clear()
      waiting.clear()
    },
  }
}
