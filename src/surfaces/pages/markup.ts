import { raw, html as template } from 'hono/html'
import type { EvidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { RenderedMarkdown } from '#views/markup/document.ts'

/** Markup that is safe to send. Only `html` and the functions below whose names begin with `trusted` make it. */
export type Html = { readonly isEscaped: true; toString: () => string }

/** Values that people read as figures. Only a component shows them, because a component states their basis. */
type Figure = number | bigint | Instant | CalendarDate | EvidenceId
type Child = string | Html | undefined | false | readonly Child[]
type Shown<V> = V extends Figure ? never : V extends readonly (infer E)[] ? readonly Shown<E>[] : V

/**
 * Markup with every text escaped. Nothing is shown for `undefined` and `false`. A bare number, date or evidence id does
 * not compile: a component shows it, or `inAttribute` where nobody reads it.
 */
export function html<const V extends readonly Child[]>(
  strings: TemplateStringsArray,
  ...values: { readonly [K in keyof V]: Shown<V[K]> }
): Html {
  const made = template(strings, ...values.map(printable))
  if (made instanceof Promise) throw new Error('Invalid page: expected values that are ready, got a promise')
  return made as Html
}

/** The machine form of a figure for an attribute, where nobody reads it. */
export function inAttribute(value: Figure): string {
  return String(value)
}

/**
 * JSON inside a script element that is data. The first of three functions that do not escape as HTML: there, `<` is
 * escaped as in JSON.
 */
export function trustedJson(value: unknown): Html {
  return raw(JSON.stringify(value).replaceAll('<', '\\u003c')) as Html
}

/**
 * HTML of a document of this repository. The second function that does not escape: the type is made only by the
 * Markdown renderer, which has raw HTML disabled and escapes every text. Words of a source never pass through it.
 */
export function trustedDocument(rendered: RenderedMarkdown): Html {
  return raw(rendered) as Html
}

/**
 * A style or script file of this repository, inside a document that may load no other. The third function that does not
 * escape: the text must not close the element around it.
 */
export function trustedFile(text: string): Html {
  if (/<\/(?:style|script)/i.test(text))
    throw new Error('Invalid file: expected no tag that closes the style or script around it')
  return raw(text) as Html
}

/** Text without control characters, lone surrogates and noncharacters, which HTML forbids. */
function printable(child: unknown): unknown {
  if (typeof child === 'string') return MAY_BE_FORBIDDEN.test(child) ? child.replace(FORBIDDEN, '') : child
  return Array.isArray(child) ? child.map(printable) : child
}

const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
/**
 * Forbidden characters, and any half of a surrogate pair, also of a valid one. Few texts have one, and this test takes
 * a third of the time of a replacement.
 */
const MAY_BE_FORBIDDEN = /[^\t\n -~\u00A0-\uD7FF\uE000-\uFFFD]/
