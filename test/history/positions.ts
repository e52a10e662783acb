import { type Finding, nameOf } from './finding.ts'
import { type Exchange, entriesOf, grouped, type History } from './history.ts'

/** A read that asks for the position of an earlier answer, and is answered on an older one or on none. */
export function positionsGoneBack(history: History): readonly Finding[] {
  const sessions = grouped(entriesOf(history, 'exchange').filter(isPositioned), ({ session }) => session)
  return [...sessions.values()].flatMap(goneBack)
}

/** Whether an exchange reads an answer that is made on a snapshot of the ledger. */
function isPositioned({ method, status, path, minPosition }: Exchange): boolean {
  return method === 'GET' && status === 200 && minPosition !== undefined && !path.startsWith('/api/webhooks')
}

function goneBack(exchanges: readonly Exchange[]): readonly Finding[] {
  const ended = exchanges.toSorted((one, other) => one.endedAt - other.endedAt)
  let seen = 0
  let next = 0
  return exchanges
    .toSorted((one, other) => one.sentAt - other.sentAt)
    .flatMap((exchange) => {
      for (let past = ended[next]; past !== undefined && past.endedAt < exchange.sentAt; past = ended[next]) {
        seen = Math.max(seen, past.position ?? seen)
        next += 1
      }
      if (exchange.position !== undefined && exchange.position >= seen) return []
      return [
        {
          property: 'position goes back',
          detail: `${nameOf(exchange)}, after an answer at ${seen}`,
        } as const,
      ]
    })
}
