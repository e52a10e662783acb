import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openApi } from '#contract/openapi/openapi.ts'
import { openApi30 } from '#contract/openapi/openapi-30.ts'

const ROOT = join(import.meta.dirname, '../..')
const KITS = 'tools/kits/node_modules'
const run = promisify(execFile)

test.each([
  ['redocly', `${KITS}/@redocly/cli/bin/cli.js`, ['lint', '--extends', 'recommended-strict']],
  [
    'spectral',
    `${KITS}/@stoplight/spectral-cli/dist/index.js`,
    ['lint', '--ruleset', 'tools/kits/spectral.yaml', '--fail-severity=error'],
  ],
  [
    'the official schema of OpenAPI 3.1',
    `${KITS}/@seriousme/openapi-schema-validator/bin/validate-api-cli.js`,
    [],
  ],
])('[agents 37] %s accepts the document', async (_, script, args) => {
  const checked = run(process.execPath, [join(ROOT, script), ...args, 'openapi.json'], { cwd: ROOT })
  const said = await checked.catch(({ stdout, stderr }) => `${stdout}${stderr}`)
  expect(typeof said === 'string' ? said : '').toBe('')
})

test('[agents 37] the official schema of OpenAPI 3.0 accepts the older document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-description-'))
  const older = join(folder, 'openapi-3.0.json')
  const service = { baseUrl: 'http://127.0.0.1:4663', version: '0.1.0', publishes: { marketIntegrity: true } }
  await writeFile(older, JSON.stringify(openApi30(openApi(service))))
  const script = join(ROOT, KITS, '@seriousme/openapi-schema-validator/bin/validate-api-cli.js')
  const checked = run(process.execPath, [script, older])
  const said = await checked.catch(({ stdout, stderr }) => `${stdout}${stderr}`)
  await rm(folder, { recursive: true })
  expect(typeof said === 'string' ? said : '').toBe('')
})
