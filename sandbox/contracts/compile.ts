import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Compiled = { abi: unknown[]; evm: { bytecode: { object: string } } }
type Output = {
  errors?: readonly { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}

const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')

/** Contract name to artefact text, for every contract of this folder with bytecode. */
export function compileAll(): ReadonlyMap<string, string> {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }]),
  )
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'paris',
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  const failed = output.errors?.filter((entry) => entry.severity === 'error')
  if (failed?.length) throw new Error(failed.map((entry) => entry.formattedMessage).join('\n'))
  const named = Object.entries(output.contracts).flatMap(([source, contracts]) =>
    Object.entries(contracts).map(([name, compiled]) => ({ source, name, compiled })),
  )
  return new Map(
    named
      .filter(({ compiled }) => compiled.evm.bytecode.object.length > 0)
      .map(({ source, name, compiled }) => [
        name,
        `${JSON.stringify({ name, source, abi: compiled.abi, bytecode: `0x${compiled.evm.bytecode.object}` })}\n`,
      ]),
  )
}

if (import.meta.main) {
  for (const [name, text] of compileAll()) {
    writeFileSync(new URL(`./artifacts/${name}.json`, import.meta.url), text)
  }
}
