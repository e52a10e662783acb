import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { bytesOfClaim } from '#views/agent/line.ts'
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
  const fitting = countThatFit(page.entries, bytes)
  if (fitting >= page.entries.length) return answeredOf(page)
  return answeredOf(await read(fitting))
}

/** At least one entry, so that the chain of pages goes on. */
function countThatFit(entries: PageOfClaims['entries'], bytes: number): number {
  let left = bytes
  const count = entries.findIndex((claims) => {
    left -= claims.reduce((sum, claim) => sum + bytesOfClaim(shownClaim(claim)), 0)
    return left < 0
  })
  return count === -1 ? entries.length : Math.max(1, count)
}

function answeredOf({ entries, ...page }: PageOfClaims): Answered {
  return { ...page, claims: entries.flat() }
}
