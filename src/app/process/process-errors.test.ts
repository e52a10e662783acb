import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const moduleUrl = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
/** Prints and logs several lines at once, for a while. Ends with exit code 7 unless one is set already. */
const PRINTS = `const { outliveErrors } = await import(${moduleUrl('./process-errors.ts')})
  const { startLogger } = await import(${moduleUrl('./logger.ts')})
  if (process.argv[1] === 'outlive') outliveErrors()
  const logger = startLogger('warn')
  for (let turn = 0; turn < 5; turn += 1) {
    for (const line of ['a', 'b', 'c']) { console.log(line); console.error(line); logger.warn(line) }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  process.exitCode ??= 7`
const PRINTED = 'a\nb\nc\n'.repeat(5)

/** Runs `PRINTS` with these outputs. A number is the descriptor of an open file. */
function startPrinting(args: readonly string[], stdout: 'pipe' | number, stderr: 'pipe' | number) {
  return spawn(process.execPath, ['--input-type=module', '-e', PRINTS, ...args], {
    stdio: ['ignore', stdout, stderr],
  })
}

function outputOf(output: Readable | null): Readable {
  if (output === null) throw new Error('the output is not a pipe')
  return output
}

test.each([
  ['goes on when nobody reads its output any more', ['outlive'], 7],
  ['would end without that', [], 1],
])('[R150] a process %s', async (_, args, status) => {
  const child = startPrinting(args, 'pipe', 'pipe')
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await once(child, 'exit')).toEqual([status, null])
})

describe('[R150] on a full disk', () => {
  test('a process goes on without its log and its messages', async () => {
    await using full = await open('/dev/full', 'w')
    const child = startPrinting(['outlive'], 'pipe', full.fd)
    const [printed, exit] = await Promise.all([text(outputOf(child.stdout)), once(child, 'exit')])
    expect({ printed, exit }).toEqual({ printed: PRINTED, exit: [7, null] })
  })

  test('a process whose standard output fails says so in one line, and ends with 1', async () => {
    await using full = await open('/dev/full', 'w')
    const child = startPrinting(['outlive'], full.fd, 'pipe')
    const [said, exit] = await Promise.all([text(outputOf(child.stderr)), once(child, 'exit')])
    expect(said.match(/^svc: .*$/gm)).toEqual([
      'svc: standard output: ENOSPC: no space left on device, write',
    ])
    expect(said.replace(/^(?:svc: |\{).*\n/gm, '')).toBe(PRINTED)
    expect(exit).toEqual([1, null])
  })

  test.each([[['--version']], [['up', '--help']]])(
    'svc %j says that it cannot print, and ends with 1',
    async (args) => {
      await using full = await open('/dev/full', 'w')
      const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
      const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', full.fd, 'pipe'] })
      const [said, exit] = await Promise.all([text(outputOf(child.stderr)), once(child, 'exit')])
      expect([said, exit]).toEqual([
        'svc: standard output: ENOSPC: no space left on device, write\n',
        [1, null],
      ])
    },
  )
})
