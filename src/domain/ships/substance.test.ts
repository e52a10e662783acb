import { expect, test } from 'vitest'
import { commitOf } from '#test/build-commits.ts'
import { isSubstantive, substanceOf } from './substance.ts'

const FILES: [string, string | null, boolean][] = [
  ['src/pool.ts', '@@ -1 +1 @@\n-let a\n+let b', true],
  ['contracts/Vault.sol', null, true],
  ['test/vault_test.go', '+x', true],
  ['.github/workflows/ci.yml', '+x', true],
  ['foundry.toml', '+x', true],
  ['package.json', '+x', true],
  ['.eslintrc.json', '+x', true],
  ['src/pool.ts', '@@ -1 +1 @@\n-a(b)\n+  a( b )', false],
  ['README.md', '+x', false],
  ['docs/guide.mdx', '+x', false],
  ['data/prices.json', '+x', false],
  ['logo.svg', '+x', false],
  ['package-lock.json', '+x', false],
  ['yarn.lock', '+x', false],
  ['vendor/lib/a.go', '+x', false],
  ['dist/app.min.js', '+x', false],
]
test.each(FILES)('isSubstantive: %s with %j is %j', (path, patch, expected) => {
  expect(isSubstantive({ path, additions: 1, deletions: 1, patch })).toBe(expected)
})

test('isSubstantive: a rename without a changed line is not substantive', () => {
  expect(isSubstantive({ path: 'src/pool.ts', additions: 0, deletions: 0, patch: null })).toBe(false)
})

const work = { path: 'src/a.ts', additions: 1, deletions: 0, patch: '+a' }
const data = { path: 'data/a.json', additions: 1, deletions: 1, patch: '-1\n+2' }
test.each([
  ['one commit with work', [[data], [work]], 'substantive'],
  ['work found, the rest not read', [null, [work]], 'substantive'],
  ['all read, only data', [[data], [data]], 'none'],
  ['one not read', [[data], null], 'not_fully_read'],
  ['none read', [null, null], 'not_fully_read'],
  ['a commit that changed nothing', [[]], 'none'],
])('substanceOf: %s', (_, filesOfCommits, expected) => {
  expect(substanceOf(filesOfCommits.map((files, index) => commitOf(`c${index}`, 0, { files })))).toBe(
    expected,
  )
})
