import { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { failureText, printResult } from './print.ts'

test.each<[string, unknown, readonly string[], readonly string[]]>([
  ['one thing as one line', 3, [], ['item 3']],
  ['one thing as an object, not as a list', { a: 1 }, ['--json'], ['{"a":1}']],
  ['one line an item', [1, 2], [], ['item 1', 'item 2']],
  ['nothing for an empty list', [], [], []],
  ['an empty list as JSON', [], ['--json'], ['[]']],
  ['items as JSON', [1, 2], ['--json'], ['[1,2]']],
])('[R12] prints %s', async (_name, items, args, expected) => {
  using printed = vi.spyOn(console, 'log').mockReturnValue()
  const command = new Command('list')
  printResult(command, { run: async () => items, line: (item) => `item ${item}` })
  await command.parseAsync(args, { from: 'user' })
  expect(printed.mock.calls.map(([line]) => line)).toEqual(expected)
})

test.each([
  ['as one line', ['project', 'hide', 'x'], 'svc: no such project'],
  ['as JSON', ['project', 'hide', 'x', '--json'], '{"error":{"message":"no such project"}}'],
])('[R12] a failure is printed %s', (_name, args, expected) => {
  expect(failureText('no such project', args)).toBe(expected)
})
