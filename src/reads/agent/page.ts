import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { countOfClaims } from '#views/agent/fit.ts'
import { shownClaim } from '#views/agent/shown-claim.ts'
import type { ToolCall, ToolClaims } from './tool.ts'

/** A page of a list as claims, an entry a group. */
type PageOfClaims = Omit<ToolClaims, 'claims'> & {
  readonly entries: readonly (readonly AgentClaim[])[]
}

/**
 * Reads a page with as many entries as fit. When not all of a page fit, a shorter page is read, so that the read itself
 * says where the next one starts.
 */
export async function pageThatFits(
  { limit, bytes }: { readonly limit: number; readonly bytes: number },
  read: (limit: number) => Promise<PageOfClaims>,
): Promise<ToolClaims> {
  const page = await read(limit)
  const shown = page.entries.map((claims) => claims.map(shownClaim))
  // At least one entry, so that the chain of pages goes on.
  const fitting = Math.max(1, countOfClaims(shown, bytes))
  return claimsOf(fitting < shown.length ? await read(fitting) : page)
}

function claimsOf({ entries, ...page }: PageOfClaims): ToolClaims {
  return { ...page, claims: entries.flat() }
}

/** The call that gives the next page of a list; nothing at its end. */
export function nextPage(
  tool: string,
  { args }: Pick<ToolCall, 'args'>,
  nextOffset: number | null,
): Pick<ToolClaims, 'hasMore' | 'next'> {
  if (nextOffset === null) return {}
  const next = [{ tool, arguments: { ...args, offset: nextOffset }, why: 'the next entries' }]
  return { hasMore: true, next }
}
