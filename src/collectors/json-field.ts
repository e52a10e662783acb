/** The value at a path; undefined when a step is absent. */
export function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (!isRecord(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/** The text at a path; undefined when it is absent, empty or another type. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = fieldAt(value, ...path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
