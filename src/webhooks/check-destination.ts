import type { DestinationCheck } from './deps.ts'
import { type DestinationRules, judgeUrl, type Resolver, resolveDestination } from './destination.ts'

/** How long the name servers may take while a caller waits. */
const RESOLVED_WITHIN_MS = 5000

/** Opens the check of the callback URLs that callers set. The sender checks a URL again before each attempt. */
export function openDestinationCheck(deps: {
  readonly rules: DestinationRules
  readonly resolver: Resolver
}): DestinationCheck {
  const { rules, resolver } = deps
  return async (text) => {
    const judged = judgeUrl(text, rules)
    if (!judged.ok) return judged
    const signal = AbortSignal.timeout(RESOLVED_WITHIN_MS)
    const found = await resolveDestination(judged.url, rules, { resolver, signal })
    return found.ok ? { ok: true, url: judged.url.href } : found
  }
}
