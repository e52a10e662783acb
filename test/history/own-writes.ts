import { type Finding, nameOf } from './finding.ts'
import { type Exchange, entriesOf, grouped, type History } from './history.ts'

/** A read of a session that does not show what the session wrote before. */
export function unreadWrites(history: History): readonly Finding[] {
  return [...unreadAppends(history), ...unreadRequests(history)]
}

function unreadAppends(history: History): readonly Finding[] {
  const reads = grouped(
    entriesOf(history, 'exchange').filter(({ status, position }) => status === 200 && position !== undefined),
    ({ session }) => session,
  )
  return entriesOf(history, 'append').flatMap((append) => {
    const older = reads
      .get(append.session)
      ?.find(
        ({ sentAt, minPosition = 0, position = 0 }) =>
          sentAt > append.endedAt && minPosition >= append.position && position < append.position,
      )
    if (older === undefined) return []
    return [unread(older, `the session wrote ${append.id} at ${append.position}`)]
  })
}

/** The expected answer after the newest write to a resource: the HTTP status, and the `status` in the body. */
type Written = { readonly expected: number; readonly status: unknown }

function unreadRequests(history: History): readonly Finding[] {
  const exchanges = entriesOf(history, 'exchange')
  const writes = grouped(
    exchanges.filter(({ method, status }) => method !== 'GET' && status >= 200 && status < 300),
    (write) => `${write.session} ${resourceOf(write)}`,
  )
  return exchanges
    .filter(({ method, status }) => method === 'GET' && status > 0 && status < 500)
    .flatMap((read) => {
      const before = (writes.get(`${read.session} ${read.path}`) ?? []).filter(
        ({ sentAt }) => sentAt < read.endedAt,
      )
      const last = before.at(-1)
      if (last === undefined || last.endedAt > read.sentAt) return []
      const { expected, status } = writtenBy(last)
      const isRead = read.status === expected && (expected === 404 || statusIn(read.body) === status)
      return isRead ? [] : [unread(read, `the session sent ${last.method} ${last.path}`)]
    })
}

function writtenBy(write: Exchange): Written {
  if (write.method === 'DELETE') return { expected: 404, status: undefined }
  return { expected: 200, status: statusIn(write.body) }
}

function resourceOf({ method, path, body }: Exchange): string {
  return method === 'POST' ? `${path}/${fieldIn(body, 'id')}` : path
}

function statusIn(body: string): unknown {
  return fieldIn(body, 'status')
}

function fieldIn(body: string, name: string): unknown {
  return (JSON.parse(body) as Record<string, unknown>)[name]
}

function unread(read: Exchange, why: string): Finding {
  return { property: 'own write is not read', detail: `${nameOf(read)}, after ${why}` }
}
