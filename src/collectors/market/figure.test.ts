import { expect, test } from 'vitest'
import { parseCount, parseFigure, parseFigureAboveZero, sumOf } from './figure.ts'

test.each([
  [0.01, 0.01],
  [0, 0],
  ['0', 0],
  ['0.000000001234', 0.000000001234],
  ['1.2e-7', 1.2e-7],
  ['8000', 8000],
  [1e300, 1e300],
  [-1, undefined],
  ['-1', undefined],
  ['', undefined],
  [' 1', undefined],
  ['0x10', undefined],
  ['1,000', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['1e99999', undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NaN, undefined],
  [null, undefined],
  [undefined, undefined],
  [true, undefined],
  [[], undefined],
  [{}, undefined],
])('a figure given as %j is %j', (given, figure) => {
  expect(parseFigure(given)).toBe(figure)
})

test.each([-1, '-1', -0.01, '-7000.5'])('[R47] a negative figure, given as %j, is not read', (given) => {
  expect([parseFigure(given), parseFigureAboveZero(given), parseCount(given)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  [0, undefined],
  ['0.0', undefined],
  [null, undefined],
  ['0.5', 0.5],
])('where zero means unknown, %j is %j', (given, figure) => {
  expect(parseFigureAboveZero(given)).toBe(figure)
})

test.each([
  [0, 0],
  ['3', 3],
  [1.5, undefined],
  [-2, undefined],
  [null, undefined],
])('a count given as %j is %j', (given, count) => {
  expect(parseCount(given)).toBe(count)
})

test.each([
  [[], undefined],
  [[undefined, undefined], undefined],
  [[undefined, 0], 0],
  [[5.25, undefined], 5.25],
  [[0.1, 0.2], 0.3],
  [[8000.1, 0.22], 8000.32],
  [[1e-7, 2e-7], 3e-7],
])('the sum of %j is %j', (figures, sum) => {
  expect(sumOf(figures)).toBe(sum)
})
