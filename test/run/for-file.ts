import { afterAll } from 'vitest'

/** Opens a resource that the tests of a file share, and disposes it after the last test. Call it outside of tests. */
export async function forFile<T extends AsyncDisposable>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(() => opened[Symbol.asyncDispose]())
  return opened
}
