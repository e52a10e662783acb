import { afterAll, beforeAll } from 'vitest'

/**
 * Opens a resource before the tests of a file, and closes it after them. Its parts can be read in the hooks that follow
 * and in the tests.
 */
export function openedForFile<T extends AsyncDisposable>(open: () => Promise<T>): T {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  const parts = () => {
    if (opened === undefined) throw new Error('the resource of this file is not open yet')
    return opened
  }
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(parts(), name),
    has: (_, name) => Reflect.has(parts(), name),
  })
}
