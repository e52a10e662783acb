import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'

/** A signature over a text, as the catalogue has it. `by` is the account that signed. */
export type SignedText = {
  readonly by: ContractAddress
  readonly text: string
  readonly value: `0x${string}`
}

/** The results of checking a signature. */
export type SignatureOutcome = 'verified' | 'wrong_signature' | 'another_account'

/**
 * A check of a signature against the chain at a block. Invariant: `as`, the account's role for the token, is set
 * exactly when the signature is verified.
 */
export type SignatureCheck = {
  readonly outcome: SignatureOutcome
  readonly as: 'deployer' | 'owner' | null
  readonly block: number
  readonly at: Instant
}

/** Whether a text names the contract and the chain, so that it can be about nothing else. */
export function namesToken(text: string, token: string): boolean {
  return text.toLowerCase().includes(token.toLowerCase()) && new RegExp(`\\b${CHAIN_ID}\\b`).test(text)
}

/**
 * The result of a check, from what the chain says of the account that signed. Undefined while the creation of the token
 * is not known, unless its owner signed.
 */
export function judgeSignature(found: {
  /** Whether the account made the signature over the text. */
  readonly matches: boolean
  readonly by: ContractAddress
  /** Null while the creation of the token is not known. */
  readonly deployer: ContractAddress | null
  /** Null when the token names no owner. */
  readonly owner: ContractAddress | null
}): Pick<SignatureCheck, 'outcome' | 'as'> | undefined {
  const { matches, by, deployer, owner } = found
  if (!matches) return { outcome: 'wrong_signature', as: null }
  if (by === deployer) return { outcome: 'verified', as: 'deployer' }
  if (by === owner) return { outcome: 'verified', as: 'owner' }
  return deployer === null ? undefined : { outcome: 'another_account', as: null }
}
