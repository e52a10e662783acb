import { type AbiFunction, toFunctionSelector } from 'viem'
import { type Ask, eachOf } from './observe.ts'

/** Functions that every ERC-20 token has. Calling them is no use of what a project made. */
const OF_EVERY_TOKEN = new Set([
  'name',
  'symbol',
  'decimals',
  'totalSupply',
  'balanceOf',
  'transfer',
  'transferFrom',
  'approve',
  'allowance',
])

type Contract = {
  readonly is_verified?: boolean | null
  readonly abi?: readonly { readonly type: string }[]
  readonly implementations?: readonly { readonly address_hash: string }[]
}

/**
 * Reads the functions of each verified contract, and of the implementations that it delegates to, from the explorer.
 */
export async function readInterfaces(ask: Ask, addresses: readonly string[]) {
  const found = await eachOf(addresses, async (address) => {
    const contract = await read(address)
    const delegated = await eachOf(contract.implementations ?? [], ({ address_hash }) => read(address_hash))
    const functions = [contract, ...delegated].flatMap(functionsOf)
    if (functions.length === 0) return undefined
    return [address, new Map(functions.map((each) => [toFunctionSelector(each), each.name]))] as const
  })
  return new Map(found.filter((each) => each !== undefined))

  async function read(address: string): Promise<Contract> {
    const { status, value } = await ask({ provider: 'explorer', path: `/api/v2/smart-contracts/${address}` })
    return status === 200 ? (value as Contract) : {}
  }
}

function functionsOf({ is_verified, abi = [] }: Contract): readonly AbiFunction[] {
  return is_verified === true ? (abi.filter(({ type }) => type === 'function') as AbiFunction[]) : []
}

export function isOfEveryToken(name: string): boolean {
  return OF_EVERY_TOKEN.has(name)
}
