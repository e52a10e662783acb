import { refuse } from '#operator/refusal.ts'
import { registryEntry, registryFile } from '#views/agent/registry-entry.ts'
import { readConfig } from '../config.ts'
import { VERSION } from '../process/version.ts'

/** Prints the entry of this deployment in the MCP registry. @throws Refusal where its address is not public */
export function printRegistryEntry(): void {
  const { baseUrl } = readConfig()
  if (!baseUrl.startsWith('https://'))
    refuse(`Invalid BASE_URL: "${baseUrl}", expected the public https address that the MCP registry lists`)
  process.stdout.write(registryFile(registryEntry({ version: VERSION }, { baseUrl })))
}
