/** The keys of a constant table, in order. The table must have no keys besides those of its type. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}

/** An object with a value for each key of a closed list. */
export function recordOf<const K extends string, V>(
  keys: readonly K[],
  value: (key: K) => V,
): { readonly [P in K]: V } {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as { readonly [P in K]: V }
}
