import { expect, test } from 'vitest'
import { missingList } from './missing-list.ts'

test('a list that cannot be produced names the providers that are not read, with the way to their status', () => {
  expect(missingList('Not read in time: GitHub.').toString()).toContain(
    ' <a href="/status">Not read in time: GitHub.</a></p>',
  )
  expect(missingList().toString()).not.toContain('/status')
})
