import { createRequire } from 'node:module'
import type robotsParser from 'robots-parser'
import { PRODUCT_TOKEN } from '../product-token.ts'
import { underOrigin } from '../under-origin.ts'

/** What a robots.txt says to this service. */
type RobotsVerdict = {
  /** Whether each given address is allowed, in the given order. */
  readonly allowed: readonly boolean[]
  /** The sitemaps that it names, unchanged, at most twenty. */
  readonly sitemaps: readonly string[]
  /** The seconds to wait between two requests; undefined when the file asks for no pause. */
  readonly delaySeconds: number | undefined
}

const RULES_MAX = 5_000
const RULE_LENGTH_MAX = 2_048
const WILDCARDS_MAX = 32
const SITEMAPS_MAX = 20
const RULE = /^\s*(?:dis)?allow\s*:(.*)$/i

/** The parser of robots.txt. Its types declare a default export, but the module is the function itself. */
const parse: typeof robotsParser.default = createRequire(import.meta.url)('robots-parser')

/**
 * Judges addresses by a robots.txt, which also applies to the site under `www.`. Undefined for a file with more or
 * longer rules than a site needs, because matching them can take minutes.
 * @source RFC 9309
 */
export function judgeRobots(input: {
  readonly body: string
  readonly url: string
  readonly urls: readonly string[]
}): RobotsVerdict | undefined {
  const body = input.body.replace(/\*{2,}/g, '*')
  if (isTooComplex(body)) return undefined
  const robots = parse(input.url, body)
  return {
    allowed: input.urls.map((address) => {
      const { href } = underOrigin(new URL(address), input.url)
      return robots.isAllowed(href, PRODUCT_TOKEN) !== false
    }),
    sitemaps: robots.getSitemaps().slice(0, SITEMAPS_MAX),
    delaySeconds: delayOf(robots.getCrawlDelay(PRODUCT_TOKEN)),
  }
}

function delayOf(seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : seconds
}

function isTooComplex(body: string): boolean {
  const rules = body.split(/\r\n|\r|\n/).flatMap((line) => RULE.exec(line)?.[1] ?? [])
  if (rules.length > RULES_MAX) return true
  return rules.some((rule) => rule.length > RULE_LENGTH_MAX || rule.split('*').length > WILDCARDS_MAX + 1)
}
