type Chosen = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** The path with the given parameters. A list is comma-separated. Undefined values and empty lists are left out. */
export function addressWith(path: string, chosen: Chosen): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(chosen)) {
    const text = typeof value === 'object' ? value.join() : value
    if (text !== undefined && text !== '') query.set(name, String(text))
  }
  return query.size === 0 ? path : `${path}?${String(query).replaceAll('%2C', ',')}`
}
