import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const known = new Map<string, PrivateKeyAccount>()

/** The account of a name. Its key is derived from the name, so its address never changes. */
export function accountOf(name: string): PrivateKeyAccount {
  const cached = known.get(name)
  if (cached) return cached
  const account = privateKeyToAccount(keccak256(toHex(`sandbox account ${name}`)))
  known.set(name, account)
  return account
}
