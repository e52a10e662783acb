import { createHash } from 'node:crypto'
import { attention } from './attention.ts'
import { contracts } from './contracts.ts'
import { machines } from './machines.ts'
import { markets } from './markets.ts'
import { names } from './names.ts'
import { oddities } from './oddities.ts'
import type { CastMember } from './plan.ts'
import { shipping } from './shipping.ts'
import { silence } from './silence.ts'
import { tokens } from './tokens.ts'

/** All members of the sandbox. A new group of members is added here. */
export const cast: readonly CastMember[] = [
  ...shipping,
  ...silence,
  ...machines,
  ...tokens,
  ...markets,
  ...contracts,
  ...names,
  ...oddities,
  ...attention,
]

/** A token that always has a pair at DEX Screener. */
export const canary = { slug: 'lumen', token: 'token' } as const

/** A digest of the cast. A stored world can only continue with the cast it began with. */
export function castDigest(): string {
  const text = JSON.stringify(cast, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return createHash('sha256').update(text).digest('hex')
}
