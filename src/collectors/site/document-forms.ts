import { isObject } from '#contract/json-object.ts'
import { addressEntry, pathEntry, securityEntry } from '#domain/site/declarations.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { parseJson } from '../parse-json.ts'

type Found = { readonly body: string; readonly url: string }

const TITLE = /^#[ \t]+\S/m
const LINK = /\[[^\][\n]{0,300}\]\([ \t]{0,9}([^()\s]{1,500})/g
const FIELD = /^([a-z][a-z-]{0,30})[ \t]{0,9}:(.{0,1000})$/i

/** The distinct links of an llms.txt; undefined when it lacks the title that the format requires. */
export function llmsEntries({ body, url }: Found): readonly string[] | undefined {
  if (!TITLE.test(body)) return undefined
  // A document of 256 KiB can repeat one link 60,000 times, and resolving a link costs 20 µs.
  const targets = new Set(Array.from(body.matchAll(LINK), ([, target = '']) => target))
  return [...targets].flatMap((target) => {
    const href = URL.parse(target, url)?.href
    const entry = href === undefined ? undefined : addressEntry(href)
    return entry === undefined ? [] : [entry]
  })
}

/** The fields of a security.txt, signed or not; undefined without a contact field. @source RFC 9116 */
export function securityEntries({ body }: Found): readonly string[] | undefined {
  const entries = body.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    return securityEntry(name, value) ?? []
  })
  return entries.some((entry) => entry.startsWith('contact: ')) ? entries : undefined
}

/** The paths of an API description; undefined for another form, and for an incomplete document. */
export function apiEntries({ body }: Found): readonly string[] | undefined {
  const value = parseJson(body)?.value
  const version = textAt(value, 'openapi') ?? textAt(value, 'swagger')
  const paths = fieldAt(value, 'paths')
  if (version === undefined || !isObject(paths)) return undefined
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .map(pathEntry)
}
