import { readFileSync } from 'node:fs'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

export type Compiled = { readonly abi: Abi; readonly bytecode: Hex }

type Output = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: {
    readonly contracts: Readonly<
      Record<string, { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }>
    >
  }
}

/** The contracts the chain's collectors are tried on, by name. */
export function compileContracts(): ReadonlyMap<string, Compiled> {
  const content = readFileSync(new URL('contracts.sol', import.meta.url), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { contracts: { content } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  const refused = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (refused.length > 0) throw new Error(refused.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return new Map(
    Object.entries(output.contracts.contracts).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  )
}
