import { expect, test } from 'vitest'
import { instantAt, parseJson } from './json-field.ts'

test.each([
  ['2026-11-19T10:00:00Z', '2026-11-19T10:00:00.000Z'],
  ['2026-11-19T10:00:00.123456Z', '2026-11-19T10:00:00.123Z'],
  ['2026-11-19T10:00:00+02:00', '2026-11-19T08:00:00.000Z'],
  ['2026-11-19T23:30:00.5-0330', '2026-11-20T03:00:00.500Z'],
  ['2026-11-19 10:00:00 +0200', null],
  ['2026-11-19 10:00:00+0200', '2026-11-19T08:00:00.000Z'],
  ['2026-11-19t10:00:00z', '2026-11-19T10:00:00.000Z'],
  ['2026-11-19T10:00:00', null],
  ['2026-11-19', null],
  ['2026-11-31T10:00:00Z', null],
  ['2026-11-19T10:00:00+25:00', null],
  ['0000-01-01T00:00:00+02:00', null],
  ['yesterday', null],
  ['', null],
  [1_763_546_400, null],
  [null, null],
])('R31: the time %j of a provider is %j', (given, expected) => {
  expect(instantAt({ at: given }, 'at')).toBe(expected)
})

test.each<[string, unknown]>([
  ['null', { value: null }],
  ['[1', undefined],
  ['', undefined],
  ['<!doctype html>', undefined],
])('JSON of %j', (body, expected) => {
  expect(parseJson(body)).toEqual(expected)
})
