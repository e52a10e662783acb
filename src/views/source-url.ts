/** A source's address when it is http or https; null for any other scheme or form. */
export function sourceUrl(text: string | null): string | null {
  const url = text === null || text.length > 2048 ? null : URL.parse(text)
  if (url === null) return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
