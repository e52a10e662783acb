/** Whether a content type is JSON: `application/json` and the types that end in `+json`, with or without a charset. */
export function isJsonType(type: unknown): boolean {
  return /[/+]json\b/.test(String(type))
}
