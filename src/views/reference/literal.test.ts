import { describe, expect, test } from 'vitest'
import { IN_SCRIPT, IN_SHELL, literal } from './literal.ts'

describe('a JSON value as a literal', () => {
  test.each<[unknown, string, string]>([
    ['Lumen', "'Lumen'", '"Lumen"'],
    [`Lumen's "old" name`, `'Lumen\\'s "old" name'`, String.raw`"Lumen'\''s \"old\" name"`],
    [2, '2', '2'],
    [false, 'false', 'false'],
    [null, 'null', 'null'],
    [[], '[]', '[]'],
    [[1, 'a'], "[1, 'a']", '[1, "a"]'],
    [{ id: 1, $a_2: 2 }, '{ id: 1, $a_2: 2 }', '{ "id": 1, "$a_2": 2 }'],
    [{ 'x-form': 1, '1a': 2 }, "{ 'x-form': 1, '1a': 2 }", '{ "x-form": 1, "1a": 2 }'],
    [{ list: [{ id: 1 }] }, '{ list: [{ id: 1 }] }', '{ "list": [{ "id": 1 }] }'],
  ])('%j', (value, inScript, inShell) => {
    expect(literal(value, IN_SCRIPT)).toBe(inScript)
    expect(literal(value, IN_SHELL)).toBe(inShell)
  })

  test('is on one line up to 72 characters, and else has a line for each part', () => {
    const fits = { name: 'a'.repeat(60) }
    const tooLong = { name: 'a'.repeat(61) }
    expect(literal(fits, IN_SCRIPT)).toHaveLength(72)
    expect(literal(fits, IN_SCRIPT)).not.toContain('\n')
    expect(literal(tooLong, IN_SCRIPT)).toBe(`{\n  name: '${'a'.repeat(61)}'\n}`)
    expect(
      literal(
        [...'ab'].map((one) => one.repeat(40)),
        IN_SCRIPT,
      ),
    ).toBe(`[\n  '${'a'.repeat(40)}',\n  '${'b'.repeat(40)}'\n]`)
  })

  test('inside another one has fewer characters to a line, and begins further right', () => {
    const inside = { name: 'a'.repeat(59) }
    expect(literal(inside, IN_SCRIPT)).not.toContain('\n')
    expect(literal(inside, IN_SCRIPT, '  ')).toBe(`{\n    name: '${'a'.repeat(59)}'\n  }`)
    expect(literal({ one: inside, two: 2 }, IN_SCRIPT)).toBe(
      `{\n  one: {\n    name: '${'a'.repeat(59)}'\n  },\n  two: 2\n}`,
    )
  })
})
