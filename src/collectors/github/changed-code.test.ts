import { expect, test } from 'vitest'
import { isWorkFile } from '#domain/ships/substance.ts'
import { openParserThread } from '../parser-thread/parser-thread.ts'
import { readChangedFiles } from './changed-code.ts'
import { languageOf } from './source-languages.ts'

/** A file as the commit and compare APIs of GitHub name it. */
function file(filename: string, patch: string | undefined, over: object = {}) {
  const lines = (sign: string) => (patch ?? '').split('\n').filter((line) => line.startsWith(sign)).length
  const counted = { additions: lines('+'), deletions: lines('-') }
  return { filename, status: 'modified', ...counted, ...(patch === undefined ? {} : { patch }), ...over }
}
const hunk = (...lines: readonly string[]) => ['@@ -1,4 +1,4 @@ function run() {', ...lines].join('\n')

test.each<[string, string, string, string]>([
  ['a character of a comment', 'src/a.ts', hunk(' run()', '-// the pol', '+// the pool'), 'none'],
  ['a comment after code', 'src/a.ts', hunk('-run() // a', '+run() // b'), 'none'],
  ['a new block comment', 'contracts/V.sol', hunk('+/* a', '+ * b */', ' contract V {}'), 'none'],
  ['a line of a block comment', 'src/a.ts', hunk('  * A', '- * pol.', '+ * pool.', '  */', ' run()'), 'none'],
  ['lines of a block comment alone', 'src/a.ts', hunk('  * a', '- * b', '+ * c', '  * d'), 'none'],
  ['a block comment without asterisks', 'src/a.c', hunk(' a', '-b', '+c', ' */', ' run();'), 'none'],
  ['a comment in Python', 'app/a.py', hunk('-x = 1  # a', '+x = 1  # b'), 'none'],
  ['a comment in YAML of CI', '.github/workflows/ci.yml', hunk('-# a', '+# b'), 'none'],
  ['a comment in TOML', 'foundry.toml', hunk('-# a', '+# b'), 'none'],
  ['a comment in a page', 'site/a.html', hunk('+<!-- a -->', ' <p>b</p>'), 'none'],
  ['a comment in a script of a page', 'a.html', hunk(' <script>', '+// a', ' run()', ' </script>'), 'none'],
  ['a version', 'package.json', hunk('-  "version": "1.2.0",', '+  "version": "1.2.1",'), 'none'],
  ['a text like a comment', 'src/a.ts', hunk("-const a = '// a'", "+const a = '// b'"), 'substantive'],
  ['a comment that is made code', 'src/a.ts', hunk('-// run()', '+run()'), 'substantive'],
  ['code that is made a comment', 'src/a.ts', hunk('-run()', '+// run()'), 'substantive'],
  ['the end of a comment moved', 'src/a.ts', hunk(' /* a', '-*/', ' run()', '+*/'), 'substantive'],
  [
    'a schedule like the end of a comment',
    'src/a.ts',
    hunk("-at('*/5 * *')", "+at('*/9 * *')"),
    'substantive',
  ],
  ['a product over two lines', 'src/a.ts', hunk(' const a = b', '-  * c', '+  * d'), 'substantive'],
  ['one of two hunks', 'src/a.ts', `${hunk('-// a', '+// b')}\n${hunk('-run(1)', '+run(2)')}`, 'substantive'],
  ['a file without a known language', 'Jenkinsfile', hunk('-// a', '+// b'), 'substantive'],
  ['no line end', 'src/a.ts', hunk('-// a', '\\ No newline at end of file', '+// b'), 'none'],
])('[R126] %s (%s)', (_, path, patch, expected) => {
  const files = [file('CHANGELOG.md', hunk('+x')), file(path, patch)]
  expect(readChangedFiles({ files })).toEqual({ work: expected, named: 2 })
})

test.each<[string, object]>([
  ['without a difference', file('src/a.ts', undefined, { additions: 9 })],
  ['longer than is read', file('src/a.ts', hunk(`+${'a'.repeat(70_000)}`))],
  ['without counts', { filename: 'src/a.ts', status: 'modified' }],
  ['without a count of deletions', file('src/a.ts', hunk('-// a', '+// b'), { deletions: undefined })],
  ['with fewer lines than counted', file('src/a.ts', hunk('-// a', '+// b'), { additions: 40 })],
])('[R126] a source file %s is not read', (_, given) => {
  expect(readChangedFiles({ files: [given] })).toEqual({ work: 'not_read', named: 1 })
})

test.each<[string, unknown, unknown]>([
  ['binary', { files: [file('a.png', undefined)] }, { work: 'none', named: 1 }],
  ['none', { files: [] }, { work: 'none', named: 0 }],
  [
    'with invalid values',
    { files: [null, {}, { filename: 'a.md', additions: 'x' }] },
    { work: 'none', named: 3 },
  ],
  ['not listed: unknown', { stats: {} }, undefined],
  ['null', null, undefined],
])('changed files %s', (_, value, expected) => {
  expect(readChangedFiles(value)).toEqual(expected)
})

/** A comment in each language, with the file name extensions of the language. */
const COMMENTS: readonly (readonly [comment: string, endings: string])[] = [
  [
    '// a',
    'sol yul huff ts mts cts tsx js mjs cjs jsx circom rs cairo move noir nr go java kt kts scala swift',
  ],
  ['// a', 'c h cc cpp hpp cs fs zig dart proto wgsl glsl less scss gradle'],
  ['# a', 'py vy rb nim ex exs sh bash ps1 graphql toml nix tf'],
  ['<!-- a -->', 'html vue svelte astro'],
  ['-- a', 'hs lua sql'],
  ['/* a */', 'css'],
  ['% a', 'erl'],
  ['(* a *)', 'ml'],
  ['<?php /* a */ ?>', 'php'],
]
const ENDINGS = COMMENTS.flatMap(([comment, endings]) =>
  endings.split(' ').map((end) => [end, comment] as const),
)
test.each(ENDINGS)('[R126] a comment in a file .%s is no work', (ending, comment) => {
  const path = `src/a.${ending}`
  expect([isWorkFile(path), languageOf(path) !== undefined]).toEqual([true, true])
  const tags = ending === 'php' ? '<?php ?>' : ''
  const changed = hunk(`-${tags}`, `+${comment}`)
  expect(readChangedFiles({ files: [file(path, changed)] })?.work).toBe('none')
})

test.each([
  ['comments that open', '/*'.repeat(15_000)],
  ['texts that open', '"'.repeat(30_000)],
  ['templates that open', '`${'.repeat(10_000)],
  ['tags that open', '<'.repeat(30_000)],
  ['lines of a comment', ' *\n+'.repeat(15_000)],
])('[R126] %s are read within the limit of the parser thread', async (_, text) => {
  await using parserThread = openParserThread()
  for (const path of ['src/a.tsx', 'src/a.sol', 'src/a.html', 'src/a.py'])
    expect(await parserThread.parse('changed_files', { files: [file(path, `+${text}`)] })).toMatchObject({
      named: 1,
    })
})
