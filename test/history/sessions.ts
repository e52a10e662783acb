import type { Exchange } from './history.ts'
import type { Session } from './record.ts'

const LIMIT = 20

/** Headers that make a session a client of its own. The service must trust one proxy. */
function clientOf(number: number): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` }
}

/** A mirror. It follows the ledger from its start by `nextCursor`, and starts again when it has read it to the end. */
export function mirrorSession(number: number): Session {
  let cursor = 0
  return {
    name: `mirror ${number}`,
    next: () => ({ path: `/api/changes?after=c1.${cursor}&limit=${LIMIT}`, headers: clientOf(number) }),
    answered(exchange) {
      const reached = cursorIn(exchange)
      if (reached === undefined) return
      cursor = reached === cursor ? 0 : reached
    },
  }
}

function cursorIn({ status, body }: Exchange): number | undefined {
  if (status !== 200) return undefined
  const { nextCursor } = JSON.parse(body) as { nextCursor?: string | null }
  return Number(/^c1\.(\d+)$/.exec(nextCursor ?? '')?.[1] ?? Number.NaN)
}

/** A reader that asks these addresses in turn. */
export function readerSession(number: number, paths: readonly string[]): Session {
  let asked = number
  return {
    name: `reader ${number}`,
    next() {
      asked += 1
      return { path: paths[asked % paths.length] ?? '/api/projects', headers: clientOf(number) }
    },
  }
}

/** Visitors who ask these addresses, each for the first time. */
export function visitorSession(number: number, paths: readonly string[]): Session {
  return { ...readerSession(number, paths), name: `visitor ${number}`, isVisitor: true }
}
