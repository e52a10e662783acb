import { fieldAt, instantAt } from '../json-field.ts'
import { summariseAbi } from '../verified-source/abi.ts'
import type { SourceAnswer } from '../verified-source/collected.ts'

const MATCHES: Readonly<Record<string, 'exact' | 'partial'>> = { exact_match: 'exact', match: 'partial' }

/**
 * Parses Sourcify's answer about a contract's source; undefined for another form. A 404 with a null match is a definite
 * no. Any other 404 says nothing about the contract.
 */
export function parseContractSource(input: { status: number; body: unknown }): SourceAnswer | undefined {
  const { status, body } = input
  const match = fieldAt(body, 'match')
  if (match === null) return { kind: 'not_verified', because: 'not verified' }
  const kind = typeof match === 'string' && Object.hasOwn(MATCHES, match) ? MATCHES[match] : undefined
  const abi = status === 200 ? summariseAbi(fieldAt(body, 'abi')) : undefined
  if (kind === undefined || abi === undefined) return undefined
  return {
    kind: 'verified',
    abi,
    match: kind,
    verifiedAt: instantAt(body, 'verifiedAt'),
  }
}
