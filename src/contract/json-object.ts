/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with the same keys, each with its mapped value. */
export function mapValues(
  values: Readonly<Record<string, unknown>>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}
