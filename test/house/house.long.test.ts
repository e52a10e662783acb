import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const FIXTURES = join(import.meta.dirname, 'fixtures')
const BIOME = join(ROOT, 'node_modules/.bin/biome')
const HOUSE = join(ROOT, 'tools/lint/house.ts')
const SETTINGS = ['biome.json', 'package.json', '.gitignore', 'tools/lint']

type Report = {
  readonly diagnostics: readonly {
    readonly category: string
    readonly message: string
    readonly location: { readonly path: string; readonly start?: { readonly line: number } }
  }[]
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-house-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A tree with the repository's own settings, so that its rules apply to what is put there. */
async function openTree(name: string): Promise<string> {
  const tree = join(folder, name)
  for (const path of SETTINGS) await cp(join(ROOT, path), join(tree, path), { recursive: true })
  return tree
}

/** The findings of Biome and tools/lint, as `path:line rule`, each once, in order. */
async function lint(tree: string): Promise<readonly string[]> {
  const biome = await outputOf(
    BIOME,
    ['lint', '--reporter=json', '--diagnostic-level=warn', '--max-diagnostics=none'],
    tree,
  )
  const { diagnostics } = JSON.parse(biome) as Report
  const found = diagnostics.map(({ category, message, location }) => {
    const rule = category === 'plugin' ? message.split(':')[0] : category.split('/').at(-1)
    return `${location.path}:${Math.max(1, location.start?.line ?? 1)} ${rule}`
  })
  const house = await outputOf(process.execPath, [HOUSE, tree], tree)
  const named = house.split('\n').filter((line) => line !== '')
  return [...new Set([...found, ...named.map((line) => line.replace(': ', ' '))])].toSorted()
}

/** The output of a command that ends with 0 or, having found something, with 1. */
async function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await run(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'code' in error && error.code === 1) {
      return String(error.stdout)
    }
    throw error
  }
}

/** The lines a fixture marks with `refused: rule, rule`, as `path:line rule`. */
async function findMarks(tree: string): Promise<readonly string[]> {
  const marks: string[] = []
  for await (const path of glob('{src,sandbox,migrations}/**/*.{ts,sql}', { cwd: tree })) {
    const lines = (await readFile(join(tree, path), 'utf8')).split('\n')
    lines.forEach((line, index) => {
      const rules = line.split(/(?:\/\/|--) refused: /)[1]?.split(', ')
      marks.push(...(rules?.map((rule) => `${path}:${index + 1} ${rule}`) ?? []))
    })
  }
  return marks.toSorted()
}

const rules = ['direction', 'network', 'price-apart', 'unknown-not-zero', 'purity', 'environment']
const places = ['ledger-one-writer', 'ledger-one-caller', 'sql-in-records', 'claims-opened-in-views']
const shapes = [
  'packed-spread',
  'caught-not-swallowed',
  'returned-before-done',
  'opened-for-file',
  'doc-comment',
  'names',
  'replaced-word',
  'one-home',
  'listed',
  'shape',
  'cycles',
  'dependencies',
  'promises',
  'additive-migration',
]

it.each([...rules, ...places, ...shapes])('%s: finds each marked line and no other', async (fixture) => {
  const tree = await openTree(fixture)
  await cp(join(FIXTURES, fixture), tree, { recursive: true })
  const marks = await findMarks(tree)
  expect(marks).not.toEqual([])
  expect(await lint(tree)).toEqual(marks)
})

const fileOf = (lines: number) =>
  Array.from({ length: lines }, (_, n) => `export const line${n} = ${n}\n`).join('')
const functionOf = (lines: number) => {
  const body = Array.from({ length: lines - 2 }, (_, n) => `  call(${n})\n`).join('')
  return `export function grown(call: (n: number) => void) {\n${body}}\n`
}

it.each([
  { what: 'a file of 400 lines', text: fileOf(400), found: [] },
  { what: 'a file of 401 lines', text: fileOf(401), found: ['noExcessiveLinesPerFile'] },
  { what: 'a function of 60 lines', text: functionOf(60), found: [] },
  { what: 'a function of 61 lines', text: functionOf(61), found: ['noExcessiveLinesPerFunction'] },
])('size: $what', async ({ what, text, found }) => {
  expect(await lintOne(what, 'src/evaluate/grown.ts', text)).toEqual(found)
})

it.each([
  { path: 'src/reads/builder.test.ts', from: '#test/postgres/database.ts', found: [] },
  { path: 'src/reads/builder.test.ts', from: '#records/ships/ships.ts', found: [] },
  { path: 'src/reads/builder.test.ts', from: '#app/config.ts', found: ['direction'] },
  { path: 'src/reads/builder.test.ts', from: '#sandbox/start.ts', found: ['direction'] },
  { path: 'src/app/service.test.ts', from: '#sandbox/start.ts', found: [] },
  { path: 'src/contract/claim.test.ts', from: './claim.ts', found: [] },
  { path: 'sandbox/start.test.ts', from: '#test/postgres/database.ts', found: [] },
  { path: 'sandbox/start.test.ts', from: '#contract/ids.ts', found: ['direction'] },
])('tests beside the code: $path imports $from', async ({ path, from, found }) => {
  const text = `import { orNull } from '${from}'\nexport const used = orNull\n`
  expect(await lintOne(`${path} ${from}`, path, text)).toEqual(found)
})

/** The rules that a tree with this one file breaks. */
async function lintOne(name: string, path: string, text: string): Promise<readonly string[]> {
  const tree = await openTree(name.replaceAll(/[^a-z0-9]+/gi, '-'))
  await mkdir(dirname(join(tree, path)), { recursive: true })
  await writeFile(join(tree, path), text)
  return (await lint(tree)).map((finding) => finding.replace(`${path}:1 `, ''))
}
