/** Text on one line, without control characters, lone surrogates and the characters that XML forbids. */
export function withoutForbidden(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
}

/** Escapes text for XML and HTML: reserved characters become entities, forbidden ones are removed. */
export function escaped(text: string): string {
  return withoutForbidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
