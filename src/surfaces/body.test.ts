import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { namedList, nullable } from '#contract/enums.ts'
import { Failure } from '#contract/errors.ts'
import { bodyObject } from '#contract/operation.ts'
import { checkBody, readOpenBody } from './body.ts'

const Status = namedList('TestStatus', ['active', 'disabled'])
const schema = bodyObject('TestBody', {
  url: Type.String({ minLength: 1, maxLength: 8 }),
  projects: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 4 }), { minItems: 1, maxItems: 3 }))),
  status: Type.Optional(Status),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  mode: Type.Optional(Type.Union([Type.Literal('fast'), Type.Literal('slow')])),
  code: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
  ratio: Type.Optional(Type.Number({ minimum: 0 })),
  live: Type.Optional(Type.Boolean()),
  place: Type.Optional(bodyObject('TestPlace', { lines: Type.Array(Type.String()) })),
})

test.each([
  [{ url: 'a' }],
  [{ url: 'a', projects: null }],
  [{ url: 'a', projects: ['b', 'b'], status: 'active', count: 9, mode: 'slow', ratio: 0.5, live: false }],
  [{ url: '😀', place: { lines: [] } }],
])('%j is the input, unchanged', (body) => {
  const read = checkBody(schema, structuredClone(body))
  expect(read).toEqual(body)
  expect(Object.keys(read)).toEqual(Object.keys(body))
})

const parse = (text: string): unknown => JSON.parse(text)
const FIELDS = 'one of url, projects, status, count, mode, code, ratio, live, place'
const LIST = 'a list of 1 to 3 items or null'
const TEXT = 'a text without NUL and without half a surrogate pair'

describe('a body that does not match is refused by its first fault', () => {
  test.each<[string, unknown, string, string, string]>([
    ['no object', [], 'Invalid', 'body', 'a JSON object'],
    ['null', null, 'Invalid', 'body', 'a JSON object'],
    ['a text', 'url', 'Invalid', 'body', 'a JSON object'],
    ['nothing', undefined, 'Invalid', 'body', 'a JSON object'],
    ['a missing field', {}, 'Missing', 'url', 'a text of 1 to 8 characters'],
    ['null for a field that is not nullable', { url: null }, 'Invalid', 'url', 'a text of 1 to 8 characters'],
    ['a number for a text', { url: 1 }, 'Invalid', 'url', 'a text of 1 to 8 characters'],
    ['an empty text', { url: '' }, 'Invalid', 'url', 'a text of 1 to 8 characters'],
    ['a long text', { url: 'a'.repeat(9) }, 'Invalid', 'url', 'a text of 1 to 8 characters'],
    ['a NUL', { url: 'a\0' }, 'Invalid', 'url', TEXT],
    ['half a surrogate pair', { url: '\ud83d' }, 'Invalid', 'url', TEXT],
    ['a list of another kind', { url: 'a', projects: {} }, 'Invalid', 'projects', LIST],
    ['an empty list', { url: 'a', projects: [] }, 'Invalid', 'projects', 'a list of 1 to 3 items'],
    ['a text that names a list', { url: 'a', projects: 'b' }, 'Invalid', 'projects', LIST],
    [
      'a long list',
      { url: 'a', projects: ['b', 'b', 'b', 'b'] },
      'Invalid',
      'projects',
      'a list of 1 to 3 items',
    ],
    ['an item', { url: 'a', projects: ['b', 1] }, 'Invalid', 'projects[1]', 'a text of at most 4 characters'],
    ['another word', { url: 'a', status: 'ACTIVE' }, 'Invalid', 'status', 'one of active, disabled'],
    ['a word of a union', { url: 'a', mode: 'x' }, 'Invalid', 'mode', '"fast" or "slow"'],
    ['a text for a number', { url: 'a', count: '1' }, 'Invalid', 'count', 'a whole number, 1 to 9'],
    ['a fraction', { url: 'a', count: 1.5 }, 'Invalid', 'count', 'a whole number, 1 to 9'],
    ['a number past its range', { url: 'a', count: 10 }, 'Invalid', 'count', 'a whole number, 1 to 9'],
    ['a number before its range', { url: 'a', ratio: -1 }, 'Invalid', 'ratio', 'a number, 0 or more'],
    [
      'a number past every number',
      parse('{"url":"a","ratio":1e999}'),
      'Invalid',
      'ratio',
      'a number, 0 or more',
    ],
    ['another pattern', { url: 'a', code: 'A' }, 'Invalid', 'code', 'a text that matches ^[a-z]+$'],
    ['a number for true', { url: 'a', live: 1 }, 'Invalid', 'live', 'true or false'],
    ['a nested field', { url: 'a', place: {} }, 'Missing', 'place.lines', 'a list'],
    ['a nested item', { url: 'a', place: { lines: [null] } }, 'Invalid', 'place.lines[0]', 'a text'],
    ['an unknown field', { url: 'a', colour: 1 }, 'Unknown', 'colour', FIELDS],
    ['another case', { URL: 'a' }, 'Unknown', 'URL', FIELDS],
    ['the prototype', parse('{"url":"a","__proto__":{}}'), 'Unknown', '__proto__', FIELDS],
    ['a constructor', parse('{"url":"a","constructor":{}}'), 'Unknown', 'constructor', FIELDS],
    ['an unknown nested field', { url: 'a', place: { x: 1 } }, 'Unknown', 'place.x', 'one of lines'],
    ['a long name', { url: 'a', ['n'.repeat(9_000)]: 1 }, 'Unknown', 'n'.repeat(64), FIELDS],
  ])('%s', (_, body, fault, parameter, expected) => {
    const read = () => checkBody(schema, body)
    expect(read).toThrow(Failure)
    expect(read).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        message: `${fault} \`${parameter}\`: expected ${expected}.`,
        extra: expect.objectContaining({ detail: { parameter, expected } }),
      }),
    )
  })
})

describe('a form that its tag names', () => {
  const Walk = bodyObject('TestWalk', { by: Type.Literal('walk'), steps: Type.Integer() })
  const Ride = bodyObject('TestRide', {
    by: namedList('TestRideBy', ['bus', 'tram']),
    line: Type.String(),
    class: namedList('TestRideClass', ['first', 'second']),
  })
  const trip = bodyObject('TestTrip', { way: Type.Union([Walk, Ride]) })
  test.each([
    [{ by: 'walk', steps: 'a' }, 'Invalid `way.steps`: expected a whole number.'],
    [{ by: 'tram' }, 'Missing `way.line`: expected a text.'],
    [{ by: 'tram', steps: 1, line: '' }, 'Unknown `way.steps`: expected one of by, line, class.'],
    [{ by: 'tram', line: '1' }, 'Missing `way.class`: expected one of first, second.'],
    [{ by: 'tram', line: '1', class: 'third' }, 'Invalid `way.class`: expected one of first, second.'],
    [{ by: 'ship', line: '1' }, 'Invalid `way.by`: expected one of walk, bus, tram.'],
    [{ steps: 1 }, 'Missing `way.by`: expected one of walk, bus, tram.'],
  ])('%j is refused by the fault of that form', (way, message) => {
    expect(() => checkBody(trip, { way })).toThrow(message)
  })
})

describe('an open body', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`)
  test.each([
    ['any fields', { a: null, b: [{}] }],
    ['the deepest', nested(16)],
    ['the most values', { a: Array.from({ length: 4998 }, () => 0) }],
  ])('is taken with %s', (_, body) => {
    expect(readOpenBody(body)).toBe(body)
  })
  test.each([
    ['a list', []],
    ['null', null],
    ['nothing', undefined],
    ['a text', 'a'],
    ['too many levels', nested(17)],
    ['ten thousand levels', JSON.parse(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
    ['too many values', { a: Array.from({ length: 4999 }, () => 0) }],
  ])('is refused for %s', (_, body) => {
    expect(() => readOpenBody(body)).toThrow(
      'Invalid `body`: expected a JSON object of at most 16 levels and 5000 values.',
    )
  })
})
