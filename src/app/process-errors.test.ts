import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const MODULE = new URL('./process-errors.ts', import.meta.url).href
/** Prints on both outputs for a while, several lines at once, and then ends with 7. */
const PRINTS = `const { outliveErrors } = await import(${JSON.stringify(MODULE)})
  if (process.argv[1] === 'outlive') outliveErrors()
  for (let turn = 0; turn < 5; turn += 1) {
    for (const text of ['a', 'b', 'c']) { console.log(text); console.error(text) }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  process.exitCode = 7`

test.each([
  ['goes on when nobody reads its output any more', ['outlive'], 7],
  ['would end without that', [], 1],
])('[R150] a process %s', async (_, args, status) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PRINTS, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([status, null])
})
