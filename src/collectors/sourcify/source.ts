import type { ContractAddress } from '#contract/ids.ts'
import { fieldAt, instantAt, textAt } from '../json-field.ts'
import { type SourceAnswer, summariseAbi } from '../verified-source/abi.ts'

const MATCHES: Readonly<Record<string, 'exact' | 'partial'>> = { exact_match: 'exact', match: 'partial' }

/**
 * Parses Sourcify's answer about a contract's source. Undefined for another form or another contract. A `match` of null
 * says definitely that the source is not verified.
 */
export function parseSourcifySource(input: {
  readonly body: unknown
  readonly contract: ContractAddress
}): SourceAnswer | undefined {
  const { body, contract } = input
  if (textAt(body, 'address')?.toLowerCase() !== contract) return undefined
  const match = fieldAt(body, 'match')
  if (match === null) return { kind: 'not_verified', because: 'not verified' }
  const kind = typeof match === 'string' && Object.hasOwn(MATCHES, match) ? MATCHES[match] : undefined
  if (kind === undefined) return undefined
  if (fieldAt(body, 'abi') === null) return { kind: 'no_interface' }
  const abi = summariseAbi(fieldAt(body, 'abi'))
  if (abi === undefined) return undefined
  return {
    kind: 'verified',
    abi,
    match: kind,
    verifiedAt: instantAt(body, 'verifiedAt'),
  }
}
