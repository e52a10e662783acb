import type { Moved } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import type { Answer } from './answer.ts'
import type { Headers } from './content.ts'
import type { RequestState } from './request-state.ts'

/** The permanent redirect from a former slug to the current one. */
export function movedAnswer(
  moved: Moved,
  of: { readonly state: RequestState; readonly operation: Operation; readonly headers: Headers },
): Answer {
  const { state, operation, headers } = of
  return { status: 308, headers: { location: locationOf(moved, state, operation), ...headers } }
}

/** The same address under the current slug, with its query. */
function locationOf(
  { slug }: Moved,
  { request, parsed: { raw } }: RequestState,
  { path }: Operation,
): string {
  const location = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slug : encodeURIComponent(String(raw.path[name])),
  )
  const target = String(request.url)
  return raw.query.size === 0 ? location : location + target.slice(target.indexOf('?'))
}
