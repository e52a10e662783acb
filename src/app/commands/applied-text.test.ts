import { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import type { AppliedProject } from '#operator/apply-files.ts'
import { APPLIED_TEXT } from './applied-text.ts'
import { printResult } from './print.ts'

const applied = (slug: string, given: Partial<AppliedProject> = {}): AppliedProject => ({
  slug,
  result: 'unchanged',
  changed: [],
  ignored: [],
  ...given,
})
const FOLDER = [
  applied('same'),
  applied('new', { result: 'created' }),
  applied('same-too'),
  applied('renamed', { result: 'updated', changed: ['name', 'source removed: website https://a.example'] }),
  applied('draft', { ignored: ['state stays published'] }),
]

test.each<[string, readonly AppliedProject[], readonly string[], readonly string[]]>([
  [
    'the files that changed something or have no effect, and then the counts',
    FOLDER,
    [],
    [
      'new: created',
      'renamed: updated, name, source removed: website https://a.example',
      'draft: unchanged, state stays published',
      'created 1, updated 1, unchanged 3',
    ],
  ],
  [
    'only the counts of a folder that changes nothing',
    [applied('same')],
    [],
    ['created 0, updated 0, unchanged 1'],
  ],
  ['every file as JSON', FOLDER, ['--json'], [JSON.stringify(FOLDER)]],
])('[R12] catalogue apply prints %s', async (_name, folder, args, expected) => {
  using printed = vi.spyOn(console, 'log').mockReturnValue()
  const command = new Command('apply')
  printResult(command, { run: async () => folder, ...APPLIED_TEXT })
  await command.parseAsync(args, { from: 'user' })
  expect(printed.mock.calls.map(([line]) => line)).toEqual(expected)
})
