import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

type Compiled = { abi: unknown[]; evm: { bytecode: { object: string } } }
type Output = {
  errors?: readonly { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}

const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')

/**
 * The text of the artifact of each contract in a folder that has bytecode, by the contract's name.
 * @throws Error with the messages of the compiler
 */
export function compileAll(folder: URL): ReadonlyMap<string, string> {
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
  const [path] = process.argv.slice(2)
  if (path === undefined) throw new Error('usage: node sandbox/contracts/compile.ts FOLDER')
  const folder = pathToFileURL(`${path}/`)
  mkdirSync(new URL('artifacts/', folder), { recursive: true })
  for (const [name, text] of compileAll(folder))
    writeFileSync(new URL(`artifacts/${name}.json`, folder), text)
}
