import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

type Artifact = {
  readonly name: string
  readonly source: string
  readonly abi: Abi
  readonly bytecode: Hex
}

/** The committed compiler output of a contract in sandbox/contracts, by its name. */
export const artifactOf = artifactsIn(new URL('../contracts/artifacts/', import.meta.url))

/**
 * Opens the committed compiler output in a folder. Returns a function from the name of a contract to its artifact.
 * @throws Error for an unknown name
 */
export function artifactsIn(folder: URL): (name: string) => Artifact {
  const loaded = new Map<string, Artifact>()
  return (name) => {
    const known = loaded.get(name)
    if (known !== undefined) return known
    const artifact: Artifact = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
    loaded.set(name, artifact)
    return artifact
  }
}
