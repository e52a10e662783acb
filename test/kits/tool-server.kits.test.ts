import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serveTools } from '#test/agents/served-tools.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { forFile } from '#test/run/for-file.ts'
import { storeToken } from '#test/service/http-service.ts'

const ROOT = join(import.meta.dirname, '../..')
const KITS = join(ROOT, 'tools/kits/node_modules')
const CONFORMANCE = '@modelcontextprotocol/conformance/dist/index.js'
const INSPECTOR = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'
const BASELINE = 'test/kits/mcp-conformance-baseline.yml'
const run = promisify(execFile)

const served = await forFile(serveTools())
await storeToken({ evidence: KNOWN, name: 'Lumen' }, served.service.database)

/** The output of a kit about the tool server; empty where the kit finds no fault. */
async function faultsOf(script: string, args: string): Promise<string> {
  const command = [join(KITS, script), ...args.replace('URL', `${served.url}/mcp`).split(' ')]
  const ran = run(process.execPath, command, { cwd: ROOT }).then(() => '')
  return ran.catch(({ stdout, stderr }) => `${script}: ${stdout}${stderr}`)
}

test('the conformance kit finds what its baseline names, and nothing else, in 2026-07-28', async () => {
  const args = `server --url URL --requirements 2026-07-28 --expected-failures ${BASELINE}`
  expect(await faultsOf(CONFORMANCE, args)).toBe('')
})

test.each([
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
])('the conformance kit passes %s in 2025-11-25', async (scenario) => {
  const args = `server --url URL --scenario ${scenario} --spec-version 2025-11-25`
  expect(await faultsOf(CONFORMANCE, args)).toBe('')
})

test.each(['modern', 'legacy'])('the inspector finds no schema that a client may refuse, %s', async (era) => {
  const args = `--cli URL --transport http --protocol-era ${era} --method tools/list --strict -q`
  expect(await faultsOf(INSPECTOR, args)).toBe('')
})
