/**
 * What a path, query or fragment cannot have by RFC 3986, although `URL` keeps it: a percent sign without two
 * hexadecimal digits, and any character that is not listed here.
 */
const FORBIDDEN = /%(?![\da-f]{2})|[^-\w.~!$&'()*+,;=:@/?%]/gi
/** A name or an IP address. `URL` also takes names with braces and quotes. */
const HOST = /^(?:\[[\da-f:]+\]|[-\w.~!$&'()*+,;=]+)$/

/**
 * A source's address when it is http or https, percent-encoded as RFC 3986 asks; null for any other scheme or form. An
 * address with a user name or password is null: it is a secret, or it hides the host.
 */
export function sourceUrl(text: string | null): string | null {
  const url = text === null || text.length > 2048 ? null : URL.parse(text)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return null
  if (`${url.username}${url.password}` !== '' || !HOST.test(url.hostname)) return null
  const fragment = url.hash === '' ? '' : `#${encoded(url.hash.slice(1))}`
  return `${url.origin}${encoded(url.pathname)}${encoded(url.search)}${fragment}`
}

function encoded(part: string): string {
  return part.replace(FORBIDDEN, encodeURIComponent)
}
