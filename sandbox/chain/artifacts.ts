import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

type Artifact = {
  readonly name: string
  readonly source: string
  readonly abi: Abi
  readonly bytecode: Hex
}

const loaded = new Map<string, Artifact>()

/** The committed compiler output of one contract of sandbox/contracts. */
export function artifactOf(name: string): Artifact {
  const cached = loaded.get(name)
  if (cached) return cached
  const file = new URL(`../contracts/artifacts/${name}.json`, import.meta.url)
  const artifact: Artifact = JSON.parse(readFileSync(file, 'utf8'))
  loaded.set(name, artifact)
  return artifact
}
