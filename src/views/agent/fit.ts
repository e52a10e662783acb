import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { claimLine } from './line.ts'

/**
 * How many entries, from the first on, take at most this many bytes. `bytesOfFirst` gives the bytes of the first
 * `count` entries. It never decreases as `count` grows.
 */
export function countThatFit(
  { entries, bytes }: { readonly entries: number; readonly bytes: number },
  bytesOfFirst: (count: number) => number,
): number {
  // Most answers fit as they are.
  if (bytesOfFirst(entries) <= bytes) return entries
  let fits = 0
  let beyond = entries
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2)
    if (bytesOfFirst(middle) <= bytes) fits = middle
    else beyond = middle
  }
  return fits
}

/** How many entries, each of some claims, take at most this many bytes in the answer of a tool. */
export function countOfClaims(entries: readonly (readonly AgentClaim[])[], bytes: number): number {
  const sizes = entries.map((claims) => sumOf(claims.map(bytesOfClaim)))
  return countThatFit({ entries: entries.length, bytes }, (count) => sumOf(sizes.slice(0, count)))
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

const ENCODER = new TextEncoder()

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return ENCODER.encode(JSON.stringify(value)).length
}

/** Bytes that a claim takes in an answer of a tool: as a line, and as structured content. */
export function bytesOfClaim(claim: AgentClaim): number {
  return jsonBytes(claimLine(claim)) + jsonBytes(claim) + 4
}
