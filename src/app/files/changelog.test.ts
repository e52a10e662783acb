import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { loadChangelog, openChangelog } from './changelog.ts'

const folder = await mkdtemp(join(tmpdir(), 'svc-changelog-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const logged: unknown[] = []
const logger = { error: (...words: unknown[]) => logged.push(words) }
const open = (name: string) => openChangelog({ logger }, pathToFileURL(join(folder, name)))

test('the changelog of this version is served as it is read', () => {
  expect(openChangelog({ logger })).toEqual(loadChangelog())
  expect(logged).toEqual([])
})

test.each([
  ['of another form', 'wrong.md', 'Invalid CHANGELOG.md, line 7'],
  ['that is missing', 'missing.md', 'ENOENT'],
])('a changelog %s is logged with its cause and is not served', async (_, name, cause) => {
  await writeFile(join(folder, 'wrong.md'), '# Changelog\n\nPolicy.\n\n## 2026-11-22\n\n### Fixed\n')
  expect(open(name)).toBeNull()
  const message = expect.stringContaining(cause)
  expect(logged).toContainEqual([
    { err: expect.objectContaining({ message }) },
    'the changelog cannot be read; its page and its feed answer 503',
  ])
})
