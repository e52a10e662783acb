import type { Moved } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import type { Answer } from './answer.ts'
import type { Headers } from './content.ts'
import type { Exchange } from './door.ts'

/** Leads from a former slug to the current one. */
export function movedAnswer(
  moved: Moved,
  of: { readonly exchange: Exchange; readonly operation: Operation; readonly headers: Headers },
): Answer {
  const { exchange, operation, headers } = of
  return { status: 308, headers: { location: locationOf(moved, exchange, operation), ...headers } }
}

/** The same address under the current slug, with its query. */
function locationOf({ slug }: Moved, { request, asked: { raw } }: Exchange, { path }: Operation): string {
  const location = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slug : encodeURIComponent(String(raw.path[name])),
  )
  const target = String(request.url)
  return raw.query.size === 0 ? location : location + target.slice(target.indexOf('?'))
}
