import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const known = new Map<string, PrivateKeyAccount>()

/** The account of this name; its key is made from the name, so its addresses never change. */
export function accountOf(name: string): PrivateKeyAccount {
  const held = known.get(name)
  if (held) return held
  const account = privateKeyToAccount(keccak256(toHex(`sandbox account ${name}`)))
  known.set(name, account)
  return account
}
