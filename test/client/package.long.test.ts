import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../../clients/typescript')
/** The most bytes of the client, minified and compressed. */
const MOST_BYTES = 6000

/** Bytes of an entry with everything that it imports, minified and compressed. */
async function compressedBytes(entry: string): Promise<number> {
  await using bundle = await rolldown({ input: join(PACKAGE, 'src', entry) })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  return gzipSync(output[0].code, { level: 9 }).length
}

test('the client has at most 6 kB, and the other entries less', async () => {
  expect(await compressedBytes('index.ts')).toBeLessThanOrEqual(MOST_BYTES)
  for (const entry of ['webhooks.ts', 'receipts.ts'])
    expect(await compressedBytes(entry)).toBeLessThanOrEqual(MOST_BYTES / 3)
})

test('the client imports nothing but its own files, except its command', async () => {
  const sources = await readdir(join(PACKAGE, 'src'), { recursive: true })
  for (const name of sources.filter((path) => path.endsWith('.ts') && path !== 'bin.ts')) {
    const text = await readFile(join(PACKAGE, 'src', name), 'utf8')
    const imported = [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, from]) => from)
    expect([name, imported.filter((from) => from?.startsWith('.') === false)]).toEqual([name, []])
  }
})

test('packing twice makes the same bytes, with nothing but the built files and the texts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pack-'))
  const pack = async () => {
    const line = ['pack', '--silent', '--pack-destination', folder]
    const { stdout } = await run('npm', line, { cwd: PACKAGE })
    return join(folder, stdout.trim())
  }
  const first = await readFile(await pack())
  const path = await pack()
  expect(await readFile(path)).toEqual(first)
  const { stdout } = await run('tar', ['-tzf', path])
  const names = stdout.trim().split('\n')
  expect(names.filter((name) => !name.startsWith('package/dist/')).sort()).toEqual([
    'package/CHANGELOG.md',
    'package/LICENSE',
    'package/README.md',
    'package/package.json',
  ])
  expect(names).toEqual(expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts']))
  await rm(folder, { recursive: true })
})
