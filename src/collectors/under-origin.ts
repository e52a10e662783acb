/** The same path and query at another origin, whatever the path begins with: `//host` is a path here. */
export function underOrigin({ pathname, search }: Pick<URL, 'pathname' | 'search'>, origin: string): URL {
  const url = new URL(origin)
  url.pathname = pathname
  url.search = search
  url.hash = ''
  return url
}
