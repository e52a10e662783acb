import { expect, test } from 'vitest'
import { commitOf } from '#test/build-commits.ts'
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
  ['docs/guide.mdx', false],
  ['data/prices.json', false],
  ['logo.svg', false],
  ['package-lock.json', false],
  ['yarn.lock', false],
  ['vendor/lib/a.go', false],
  ['dist/app.min.js', false],
])('isWorkFile: %s is %s', (path, expected) => {
  expect(isWorkFile(path)).toBe(expected)
})

const file = (before: string, after: string, over: Partial<ChangedFile> = {}): ChangedFile => ({
  ...{ path: 'src/pool.ts', lines: 2, code: { before, after }, whole: true, ...over },
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
  ['solc = "0.8.20"', 'solc = "0.8.21"', 'substantive'],
  ['const limit = 1', 'const limit = 2', 'substantive'],
] as const)('R126: from %j to %j is %s', (before, after, expected) => {
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
