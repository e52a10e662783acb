import { isObject } from '#contract/json-object.ts'
import { fieldAt, instantAt } from '../json-field.ts'
import { type SourceAnswer, summariseAbi } from '../verified-source/abi.ts'

/**
 * Parses the answer of `/smart-contracts/{address}`; undefined for another form. A match of the bytecode with another
 * contract's source is not a verified source: the project did not publish its own.
 */
export function parseBlockscoutSource(body: unknown): SourceAnswer | undefined {
  if (!isObject(body)) return undefined
  const verified = fieldAt(body, 'is_verified')
  if (verified === false || verified === null || (verified === undefined && isUnverified(body))) {
    return { kind: 'not_verified', because: 'not verified' }
  }
  if (verified !== true) return undefined
  if (isBytecodeMatchAlone(body)) return { kind: 'not_verified', because: 'only the bytecode is known' }
  if (fieldAt(body, 'is_changed_bytecode') === true) {
    return { kind: 'not_verified', because: 'the code is no longer the one that was verified' }
  }
  if (fieldAt(body, 'abi') === null) return { kind: 'no_interface' }
  const abi = summariseAbi(fieldAt(body, 'abi'))
  if (abi === undefined) return undefined
  return {
    kind: 'verified',
    abi,
    match: fieldAt(body, 'is_fully_verified') === true ? 'exact' : 'partial',
    verifiedAt: instantAt(body, 'verified_at'),
  }
}

/**
 * Whether an answer without `is_verified` describes an unverified contract. It then has the contract's bytecode or
 * creation status (either can be null), and no ABI.
 */
function isUnverified(body: unknown): boolean {
  const given = (name: string) => fieldAt(body, name) !== undefined
  return !given('abi') && (given('deployed_bytecode') || given('creation_status'))
}

function isBytecodeMatchAlone(body: unknown): boolean {
  return (
    fieldAt(body, 'is_verified_via_eth_bytecode_db') === true &&
    fieldAt(body, 'is_verified_via_sourcify') !== true &&
    fieldAt(body, 'is_verified_via_verifier_alliance') !== true
  )
}
