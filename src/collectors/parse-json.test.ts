import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each<[string, unknown]>([
  ['null', { value: null }],
  ['[1', undefined],
  ['', undefined],
  ['<!doctype html>', undefined],
])('JSON of %j', (body, expected) => {
  expect(parseJson(body)).toEqual(expected)
})

test.each<[string, string, boolean]>([
  ['64 levels of lists', deep(64), true],
  ['65 levels of lists', deep(65), false],
  ['65 levels of objects', deepObject(65), false],
  ['200,000 levels', deep(200_000), false],
  ['200,000 levels that never close', '['.repeat(200_000), false],
  ['brackets in a text', JSON.stringify(['['.repeat(100_000), '\\"[['.repeat(1000)]), true],
  ['many lists beside each other', `[${'[],'.repeat(1000)}[]]`, true],
  ['500,000 values', `[${'0,'.repeat(499_999)}0]`, true],
  ['500,002 values', `[${'0,'.repeat(500_001)}0]`, false],
])('[R146] %s', (_, body, isRead) => {
  expect(parseJson(body) !== undefined).toBe(isRead)
})

test('[R146] names of the prototype are ordinary names', () => {
  const value = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}')?.value
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
})
