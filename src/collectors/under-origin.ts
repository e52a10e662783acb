/** The same path and query at another origin. The path stays a path even if it begins with `//host`. */
export function underOrigin({ pathname, search }: Pick<URL, 'pathname' | 'search'>, origin: string): URL {
  const url = new URL(origin)
  url.pathname = pathname
  url.search = search
  url.hash = ''
  return url
}
