import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApi } from '#contract/openapi.ts'

/** Writes openapi.json from the operations. With --check it fails if the file differs. */
const root = join(import.meta.dirname, '..')
const target = join(root, 'openapi.json')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
const text = `${JSON.stringify(openApi({ baseUrl: 'http://127.0.0.1:4663', version, publishes: { marketIntegrity: false } }), null, 2)}\n`
if (!process.argv.includes('--check')) {
  await writeFile(target, text)
} else if (text !== (await readFile(target, 'utf8'))) {
  console.error('openapi.json differs from the operations: run npm run openapi')
  process.exitCode = 1
}
