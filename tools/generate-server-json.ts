import { registryEntry, registryFile } from '#views/agent/registry-entry.ts'
import manifest from '../package.json' with { type: 'json' }
import { writeGenerated } from './generated-file.ts'

/** Writes server.json, the entry of the service in the MCP registry. With --check it fails if the file differs. */
const text = registryFile(registryEntry(manifest))
await writeGenerated({ path: 'server.json', text, from: 'its view', script: 'server-json' })
