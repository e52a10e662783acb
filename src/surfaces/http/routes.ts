import findMyWay from 'find-my-way'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'

/** A path of the service: its operations by method, and every method it takes. */
export type Path = {
  readonly template: Operation['path']
  readonly operations: ReadonlyMap<string, OperationName>
  /** The methods as the `allow` header has them. */
  readonly allow: string
  /** Whether requests count against the caller's minute. */
  readonly isCounted: boolean
}

/** Where a request's target leads; `malformed` where its percent-encoding is. */
export type Found =
  | { readonly kind: 'path'; readonly path: Path; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' }

const UNKNOWN: Found = { kind: 'unknown' }
const MALFORMED: Found = { kind: 'malformed' }

/**
 * The table of every path of the service. The router is asked for the path alone, so that an unknown path (404) and a
 * method that a known path does not take (405) can't be confused.
 */
export function openRoutes(longestParameter: number): (target: string) => Found {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: longestParameter,
    onBadUrl: () => {},
    // Operations read the query from its text.
    querystringParser: () => ({}),
  })
  for (const path of getPaths()) router.on('GET', path.template.replace(/\{(\w+)\}/g, ':$1'), () => {}, path)
  return (target) => {
    const found = router.find('GET', target)
    if (found === null) return UNKNOWN
    const path: Path | null = found.store
    if (path === null) return MALFORMED
    return { kind: 'path', path, params: found.params as Readonly<Record<string, string>> }
  }
}

/** The operation that a method asks of a path; HEAD asks for what GET answers. */
export function operationOf({ operations }: Path, method: string | undefined): OperationName | undefined {
  return operations.get(method === 'HEAD' ? 'GET' : String(method))
}

function getPaths(): readonly Path[] {
  const byTemplate = Map.groupBy(Object.values<Operation>(OPERATIONS), ({ path }) => path)
  return [...byTemplate].map(([template, operations]) => {
    const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return {
      template,
      operations: new Map(operations.map(({ method, name }) => [method, name as OperationName])),
      allow: [...methods, 'OPTIONS'].join(', '),
      isCounted: operations.some(({ counted }) => counted),
    }
  })
}
