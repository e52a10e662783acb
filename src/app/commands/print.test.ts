import { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { printResult } from './print.ts'

test.each([
  ['one line an item', [1, 2], [], ['item 1', 'item 2']],
  ['nothing for an empty list', [], [], []],
  ['an empty list as JSON', [], ['--json'], ['[]']],
  ['items as JSON', [1, 2], ['--json'], ['[1,2]']],
] as const)('prints %s', async (_name, items, args, expected) => {
  using printed = vi.spyOn(console, 'log').mockReturnValue()
  const command = new Command('list')
  printResult(command, { run: async () => items, line: (item) => `item ${item}` })
  await command.parseAsync(args, { from: 'user' })
  expect(printed.mock.calls.map(([line]) => line)).toEqual(expected)
})
