import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { countOfClaims } from '#views/agent/fit.ts'
import { shownClaim } from '#views/agent/shown-claim.ts'
import type { ToolCall, ToolClaims } from './tool.ts'

/** A list as claims. Each entry is a group of claims. */
type ListOfClaims = Omit<ToolClaims, 'claims'> & {
  readonly entries: readonly (readonly AgentClaim[])[]
}

/**
 * Reads a list with as many entries as fit in `bytes`. If not all entries fit, it reads a shorter list, so that the
 * read itself says where the next list starts.
 */
export async function listThatFits(
  { limit, bytes }: { readonly limit: number; readonly bytes: number },
  read: (limit: number) => Promise<ListOfClaims>,
): Promise<ToolClaims> {
  const list = await read(limit)
  const shown = list.entries.map((claims) => claims.map(shownClaim))
  // At least one entry, so that the next list starts later.
  const fitting = Math.max(1, countOfClaims(shown, bytes))
  return claimsOf(fitting < shown.length ? await read(fitting) : list)
}

function claimsOf({ entries, ...list }: ListOfClaims): ToolClaims {
  return { ...list, claims: entries.flat() }
}

/** The call that gives the next entries of a list. Both fields are absent at the end of the list. */
export function nextCall(
  tool: string,
  { args }: Pick<ToolCall, 'args'>,
  nextOffset: number | null,
): Pick<ToolClaims, 'hasMore' | 'next'> {
  if (nextOffset === null) return {}
  const next = [{ tool, arguments: { ...args, offset: nextOffset }, why: 'the next entries' }]
  return { hasMore: true, next }
}
