import { inject } from 'vitest'
import type { Shared } from './serve-shared.ts'

/** Asks the run for a resource that all its test files share. The first file to ask waits until it is made. */
export async function sharedByRun<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const answer = await fetch(`${inject('runUrl')}/${name}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Shared[Name]
}
