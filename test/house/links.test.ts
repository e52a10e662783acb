import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { headingId } from '#views/markup/document.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = '{bench,clients,docs,sandbox,src,test,tools}'
const isOurs = (path: string) => !/node_modules|fixtures|\/dist\//.test(path)
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const filesOf = async (...patterns: readonly string[]) =>
  (await Array.fromAsync(glob([...patterns], { cwd: ROOT }))).filter(isOurs)

const pages = new Map(
  await Promise.all(
    (await filesOf('*.md', '.github/*.md', `${FOLDERS}/**/*.md`)).map(
      async (path) => [path, await read(path)] as const,
    ),
  ),
)

/** The ids of the headings of a page, without what is in code blocks. */
function headingsOf(text: string): readonly string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, '')
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => headingId(words))
}

test('every link of a page leads to a file, and its anchor to a heading there', () => {
  const links = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => ({ path, href })),
  )
  const broken = links.filter(({ path, href }) => {
    if (/^(https?|mailto):/.test(href)) return false
    const [file = '', anchor] = href.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    const page = pages.get(target)
    if (anchor === undefined || page === undefined) return !existsSync(join(ROOT, target))
    return !headingsOf(page).includes(anchor)
  })
  expect(links.length).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

test('every page that code names exists', async () => {
  const sources = await filesOf(`${FOLDERS}/**/*.ts`, '*.ts', '.ci/run')
  const named = await Promise.all(
    sources
      .filter((path) => !path.endsWith('.test.ts'))
      .map(async (path) =>
        ((await read(path)).match(/\bdocs\/[a-z/-]+\.md\b/g) ?? []).map((page) => ({ path, page })),
      ),
  )
  expect(named.flat().filter(({ page }) => !existsSync(join(ROOT, page)))).toEqual([])
})

test('every source file that a page names in a code span exists', async () => {
  const files = await filesOf(`${FOLDERS}/**`, 'deploy/**', 'migrations/**', '*.*')
  const named = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/`([a-z][\w./-]*\.(?:ts|sql|grit|mjs))`/g)].map(([, name = '']) => ({ path, name })),
  )
  const exists = ({ path, name }: { readonly path: string; readonly name: string }) => {
    const folder = /^src\/\w+\/(?=README)/.exec(path)?.[0]
    const within = folder === undefined || name.includes('/') ? '' : folder
    return files.some((file) => file === name || (file.startsWith(within) && file.endsWith(`/${name}`)))
  }
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((one) => !exists(one))).toEqual([])
})
