import { openApi } from '#contract/openapi/openapi.ts'
import manifest from '../package.json' with { type: 'json' }
import { writeGenerated } from './generated-file.ts'

/** Writes openapi.json from the operations. With --check it fails if the file differs. */
const { version } = manifest
const text = `${JSON.stringify(openApi({ baseUrl: 'http://127.0.0.1:4663', version, publishes: { marketIntegrity: false } }), null, 2)}\n`
await writeGenerated({ path: 'openapi.json', text, from: 'the operations', script: 'openapi' })
