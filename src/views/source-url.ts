/** A source's address when it is one a reader may follow; null for any other scheme or form. */
export function sourceUrl(text: string | null): string | null {
  if (text === null || text.length > 2048 || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
