import { expect, test } from 'vitest'
import { COLLECTORS } from './index.ts'

test('[R92] nothing reads the versions of a package, so none of them is a ship', () => {
  expect(COLLECTORS.filter(({ kind }) => kind === 'npm_package')).toEqual([])
})
