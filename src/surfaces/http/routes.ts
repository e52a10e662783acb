import findMyWay from 'find-my-way'
import type { Operation } from '#contract/operation.ts'

/** A path of the service with its operations by method. */
export type Path = {
  readonly template: Operation['path']
  readonly operations: ReadonlyMap<string, Operation>
  /** The value of the `allow` header. */
  readonly allow: string
  /** Whether requests count against the caller's minute. */
  readonly isCounted: boolean
}

/**
 * The path of a request's target; `malformed` when its percent-encoding is invalid. `errorForm` is the form of every
 * refusal at the target: also of an unknown address below a path with its own form, and of an unsupported method.
 */
export type MatchedRoute = { readonly errorForm: Operation['errorForm'] } & (
  | { readonly kind: 'path'; readonly path: Path; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'unknown'; readonly isReadOnly: boolean }
  | { readonly kind: 'malformed' }
)

/**
 * Opens the table of every path of the service. The router looks up the path without the method, so that an unknown
 * path (404) and an unsupported method of a known path (405) are distinct.
 */
export function openRoutes(
  operations: readonly Operation[],
  longestParameter: number,
): (target: string) => MatchedRoute {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: longestParameter,
    onBadUrl: () => {},
    // The query is parsed in parse-request.ts.
    querystringParser: () => ({}),
  })
  for (const path of getPaths(operations))
    router.on('GET', path.template.replace(/\{(\w+)\}/g, ':$1'), () => {}, path)
  const formOf = openErrorForms(operations)
  return (target) => {
    const errorForm = formOf(target)
    const unknown = () =>
      ({ kind: 'unknown', errorForm, isReadOnly: pathOf(target).startsWith(READ_ONLY) }) as const
    // The router takes any other target, such as a star, for the first page.
    if (!ADDRESS.test(target)) return unknown()
    const found = router.find('GET', target)
    if (found === null) return unknown()
    const path: Path | null = found.store
    if (path === null) return { kind: 'malformed', errorForm }
    return { kind: 'path', errorForm, path, params: found.params as Readonly<Record<string, string>> }
  }
}

/**
 * Returns the form of refusals at a target: the form of the operation at or above it whose path has no parameter.
 * Without such an operation it is `page` outside the interfaces for programs.
 */
function openErrorForms(operations: readonly Operation[]): (target: string) => Operation['errorForm'] {
  const formed = operations.filter(({ path, errorForm }) => errorForm === 'agent' && !path.includes('{'))
  return (target) => {
    const pathname = pathOf(target)
    const form = formed.find(({ path }) => pathname.startsWith(`${path}/`))?.errorForm
    if (form !== undefined) return form
    return FOR_PROGRAMS.some((path) => pathname.startsWith(path)) ? undefined : 'page'
  }
}

/** The path of a target, with a slash at its end. */
function pathOf(target: string): string {
  return `${target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')}/`
}

/** Below this path an address that no operation has refuses a write method with 405. @source contract, Endpoints */
const READ_ONLY = '/api/token/'

/** A path, or a whole address. */
const ADDRESS = /^(?:\/|https?:\/\/)/i

/** Paths for programs: no person reads an address below them. */
const FOR_PROGRAMS = ['/api/', '/mcp/', '/.well-known/']

/** The operation of a method on a path; undefined when the path does not support it. HEAD has the operation of GET. */
export function operationOf({ operations }: Path, method: string | undefined): Operation | undefined {
  return operations.get(method === 'HEAD' ? 'GET' : String(method))
}

function getPaths(operations: readonly Operation[]): readonly Path[] {
  const byTemplate = Map.groupBy(operations, ({ path }) => path)
  return [...byTemplate].map(([template, ofPath]) => {
    const methods = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return {
      template,
      operations: new Map(ofPath.map((operation) => [operation.method, operation])),
      allow: [...methods, 'OPTIONS'].join(', '),
      isCounted: ofPath.some(({ counted }) => counted),
    }
  })
}
