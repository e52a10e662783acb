import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-node-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** A process that starts a node, prints the node's process id and then runs the code `then`. */
function processWithNode(then: string) {
  const module = new URL('./node.ts', import.meta.url).href
  const code = `const { startNode } = await import(${JSON.stringify(module)})
    const node = await startNode({ dataDir: ${JSON.stringify(dataDir)}, genesisTimestamp: 1, loadState: undefined })
    process.stdout.write(String(node.pid))
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

test('[R108] when the node is killed, the process ends and says so', async () => {
  const child = processWithNode('setInterval(() => {}, 1000)')
  const [pid] = await once(child.stdout, 'data')
  const said = text(child.stderr)
  const ended = once(child, 'exit')
  process.kill(Number(pid), 'SIGKILL')
  expect((await ended)[0]).toBe(1)
  expect(await said).toContain('The EVM node of the sandbox ended (SIGKILL): start the service again')
})

test('a node that is stopped ends no process', async () => {
  const child = processWithNode('await node.stop()')
  const said = text(child.stderr)
  expect((await once(child, 'exit'))[0]).toBe(0)
  expect(await said).toBe('')
})
