import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { countOfClaims } from '#views/agent/fit.ts'
import { shownClaim } from '../shown-claim.ts'
import { DEFAULT_LIMIT } from './arguments.ts'
import type { Answered, ToolCall } from './tool.ts'

/** A page of an operation as claims, an entry a group. */
export type PageOfClaims = Omit<Answered, 'claims'> & { readonly entries: readonly (readonly AgentClaim[])[] }

/**
 * Reads a page with as many entries as fit. When not all of a page fit, a shorter page is read, so that the operation
 * itself says where the next one starts.
 */
export async function pageThatFits(
  { args, bytes }: Pick<ToolCall, 'args' | 'bytes'>,
  read: (limit: number) => Promise<PageOfClaims>,
): Promise<Answered> {
  const limit = args['limit'] === undefined ? DEFAULT_LIMIT : Number(args['limit'])
  const page = await read(limit)
  const shown = page.entries.map((claims) => claims.map(shownClaim))
  // At least one entry, so that the chain of pages goes on.
  const fitting = Math.max(1, countOfClaims(shown, bytes))
  return answeredOf(fitting < shown.length ? await read(fitting) : page)
}

function answeredOf({ entries, ...page }: PageOfClaims): Answered {
  return { ...page, claims: entries.flat() }
}
