import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registryEntry, registryFile } from '#views/agent/registry-entry.ts'
import manifest from '../package.json' with { type: 'json' }

/** Writes server.json, the entry of the software in the MCP registry. With --check it fails if the file differs. */
const target = join(import.meta.dirname, '../server.json')
const text = registryFile(registryEntry(manifest))
if (!process.argv.includes('--check')) {
  await writeFile(target, text)
} else if (text !== (await readFile(target, 'utf8'))) {
  console.error('server.json differs from its view: run npm run server-json')
  process.exitCode = 1
}
