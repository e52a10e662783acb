import { describe, expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { dateOrInstant } from './time-parameter.ts'

describe('a date or an instant', () => {
  test.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00.123456Z', '2026-11-20T10:00:00.123Z', '2026-11-20T10:00:00.123Z'],
  ])('%s starts at %s and ends at %s', (text, start, end) => {
    expect(dateOrInstant('start', 'x').parse(text)).toEqual({ value: start })
    expect(dateOrInstant('end', 'x').parse(text)).toEqual({ value: end })
  })

  test.each(['', '2026-02-30', '2026-11', '2026-11-20T10:00', '2026-11-20T10:00:00+01:00', '20261120'])(
    'refuses %j',
    (text) => {
      expect(dateOrInstant('start', 'x').parse(text)).toEqual({ refused: 'invalid_parameter' })
    },
  )
})

describe('the message of a refusal', () => {
  test('names the parameter and the expected form', () => {
    const detail = { parameter: 'limit', expected: 'a whole number from 1 to 100, in decimal digits' }
    expect(new Failure('invalid_parameter', { detail }).message).toBe(
      'Invalid `limit`: expected a whole number from 1 to 100, in decimal digits.',
    )
  })

  test('is the given message, or without a parameter the message of the code', () => {
    expect(new Failure('key_required', { detail: { parameter: 'tokens' } }).message).toBe(
      'Missing API key: expected Authorization: Bearer <key>.',
    )
    expect(new Failure('not_found', { message: 'No such receipt.' }).message).toBe('No such receipt.')
  })
})
