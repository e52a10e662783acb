import { expect, test } from 'vitest'
import { commitOf } from '#test/given/build-commits.ts'
import { type ChangedFile, isWorkFile, substanceOf, type Work, workOf } from './substance.ts'

test.each([
  ['src/pool.ts', true],
  ['contracts/Vault.sol', true],
  ['test/vault_test.go', true],
  ['.github/workflows/ci.yml', true],
  ['foundry.toml', true],
  ['package.json', true],
  ['.eslintrc.json', true],
  ['README.md', false],
  ['CHANGELOG.md', false],
  ['.github/badges/coverage.svg', false],
  ['docs/guide.mdx', false],
  ['data/prices.json', false],
  ['logo.svg', false],
  ['package-lock.json', false],
  ['yarn.lock', false],
  ['vendor/lib/a.go', false],
  ['dist/app.min.js', false],
])('[R91] isWorkFile: %s is %s', (path, expected) => {
  expect(isWorkFile(path)).toBe(expected)
})

test.each([
  'tsconfig.json',
  'tsconfig.build.json',
  'app/tsconfig.base-2.json',
  'biome.json',
  'biome.jsonc',
  'deno.json',
  'deno.jsonc',
  'composer.json',
  'Cargo.toml',
  'a/foundry.toml',
  'Dockerfile',
  'Makefile',
  'docker-compose.yml',
  'docker-compose.yaml',
  'docker-compose.prod.yml',
  'CMakeLists.txt',
  'go.mod',
  '.babelrc',
  '.eslintrc.cjs',
  'app/.swcrc',
  'build.gradle',
  'flake.nix',
  'main.tf',
  '.circleci/config.yml',
  '.gitlab-ci.yml',
  '.travis.yml',
  'Jenkinsfile',
  '.github/workflows/a.yaml',
  'a.tsx',
  'a.mjs',
  'a.vy',
  'a.cairo',
  'a.rs',
  'a.py',
  'a.circom',
  'a.css',
  'a.html',
  'a.huff',
])('isWorkFile: %s is work', (path) => {
  expect(isWorkFile(path)).toBe(true)
})

test.each([
  'my-package.json',
  'package.json5',
  'xtsconfig.json',
  'tsconfig.md',
  'biome.jsonx',
  'Dockerfile.txt',
  'MyMakefile',
  'docker-compose.md',
  'go.mods',
  'xgo.mod',
  'eslintrc.md',
  'a.tfx',
  'tomls',
  'ts',
  'a.tsv',
  'docs/.circleci/config.yml',
  'docs/.github/workflows/ci.yml',
  'sub/.gitlab-ci.yml',
  '.gitlab-ci.yml.md',
  'node_modules/a/a.js',
  'packages/a/node_modules/a.js',
  'third_party/a.c',
  'build/a.js',
  'out/A.sol',
  'artifacts/A.ts',
  '.yarn/releases/a.cjs',
  'app.min.js',
  'app.min.css',
  'a.js.map',
  'a.ts.snap',
  'Cargo.lock',
  'pnpm-lock.yaml',
  'api.generated.ts',
  'go.sum',
  'a_pb2.py',
  'a_pb.js',
])('[R91] isWorkFile: %s is no work', (path) => {
  expect(isWorkFile(path)).toBe(false)
})

test.each([
  'rebuild/a.js',
  'layout/a.ts',
  'vendors/a.go',
  'xdist/a.js',
  'a.mini.js',
  'unlock.ts',
  'a_pbx.py',
])('isWorkFile: %s only looks vendored or generated', (path) => {
  expect(isWorkFile(path)).toBe(true)
})

const file = (before: string, after: string, over: Partial<ChangedFile> = {}): ChangedFile => ({
  path: 'src/pool.ts',
  lines: 2,
  code: { before, after },
  whole: true,
  ...over,
})
const UNREAD = { code: null, whole: false } as const
const WORK: [string, readonly ChangedFile[], Work][] = [
  ['no file', [], 'none'],
  ['a changed line', [file('let a', 'let b')], 'substantive'],
  ['a new file', [file('', 'let b')], 'substantive'],
  ['a moved line', [file('a()\nb()', 'b()\na()')], 'substantive'],
  ['white space', [file('a(b)', '  a( b )\n')], 'none'],
  ['a difference that the host did not give', [file('', '', UNREAD)], 'not_read'],
  ['a README that was not given', [file('', '', { path: 'README.md', ...UNREAD })], 'none'],
  ['a rename without a changed line', [file('', '', { lines: 0, ...UNREAD })], 'none'],
  ['white space, and lines that were not given', [file('a', ' a', { whole: false })], 'not_read'],
  ['a changed line, and lines that were not given', [file('a', 'b', { whole: false })], 'substantive'],
  ['work beside a file that was not given', [file('', '', UNREAD), file('a', 'b')], 'substantive'],
  ['white space beside a file that was not given', [file('a', ' a'), file('', '', UNREAD)], 'not_read'],
]
test.each(WORK)('workOf: %s', (_, files, expected) => {
  expect(workOf(files)).toBe(expected)
})

test.each([
  ['  "version": "1.2.0",', '  "version": "1.2.1",', 'none'],
  ['version = "1.2.0"', 'version = "1.3.0-rc.1"', 'none'],
  ["export const VERSION = '1.2.0'", "export const VERSION = '1.2.1'", 'none'],
  ["const sdkVersion: string = 'v1.2.0';", "const sdkVersion: string = 'v1.2.1';", 'none'],
  ['string public constant version = "1.2.0";', 'string public constant version = "1.2.1";', 'none'],
  ['__version__ = "1.2.0"', '__version__ = "1.2.1"', 'none'],
  ['', '  "version": "1.2.1",', 'none'],
  ['  "viem": "2.1.0",', '  "viem": "2.2.0",', 'substantive'],
  ['serde = { version = "1.0.1" }', 'serde = { version = "1.0.2" }', 'substantive'],
  ['const version = read(1.2)', 'const version = read(1.3)', 'substantive'],
  ['VERSION := v1.2', 'VERSION := v1.3', 'none'],
  ['version: 1.2.3', 'version: 1.2.4', 'none'],
  ['version_name = `1.2.3`', 'version_name = `1.2.4`', 'none'],
  ['app_version="1.2.0"', 'app_version="1.2.1"', 'none'],
  ['export declare public const sdkVersion="1.2"', 'export declare public const sdkVersion="1.3"', 'none'],
  ['"version": 1', '"version": 2', 'substantive'],
  ['"versions": "1.2.0"', '"versions": "1.2.1"', 'substantive'],
  ['subversion = "1.2.0"', 'subversion = "1.2.1"', 'substantive'],
  ['version = "1.2.0" + suffix', 'version = "1.2.1" + suffix', 'substantive'],
  ['a b c d e f version = "1.2.0"', 'a b c d e f version = "1.2.1"', 'substantive'],
  ['x: version = "1.2.0"', 'x: version = "1.2.1"', 'substantive'],
  ['solc = "0.8.20"', 'solc = "0.8.21"', 'substantive'],
  ['const limit = 1', 'const limit = 2', 'substantive'],
] as const)('[R126] from %j to %j is %s', (before, after, expected) => {
  expect(workOf([file(before, after)])).toBe(expected)
})

test.each<[string, readonly Work[], string]>([
  ['one commit with work', ['none', 'substantive'], 'substantive'],
  ['work found, the rest not read', ['not_read', 'substantive'], 'substantive'],
  ['all read, and no work', ['none', 'none'], 'none'],
  ['one not read', ['none', 'not_read'], 'not_fully_read'],
  ['none read', ['not_read', 'not_read'], 'not_fully_read'],
  ['no commit', [], 'none'],
])('substanceOf: %s', (_, work, expected) => {
  expect(substanceOf(work.map((is, index) => commitOf(`c${index}`, 0, { work: is })))).toBe(expected)
})
