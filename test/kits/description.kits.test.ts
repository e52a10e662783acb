import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const KITS = 'tools/kits/node_modules'
const run = promisify(execFile)

test.each([
  ['redocly', 'node_modules/@redocly/cli/bin/cli.js', ['lint', '--extends', 'recommended-strict']],
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
])('agents case 37: %s accepts the document', async (_, script, args) => {
  const checked = run(process.execPath, [join(ROOT, script), ...args, 'openapi.json'], { cwd: ROOT })
  const said = await checked.catch(({ stdout, stderr }) => `${stdout}${stderr}`)
  expect(typeof said === 'string' ? said : '').toBe('')
})
