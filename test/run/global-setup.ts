import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { endLeftProcesses, makeFolderInMemory, makeRunFolder, removeInterruptedRuns } from './run-folder.ts'
import { serveShared } from './serve-shared.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address at which test files ask for shared resources. */
    runUrl: string
  }
}

/**
 * Gives the run a folder for all its files, temporary files included, and serves the resources that test files share.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeInterruptedRuns()
  const folder = await makeRunFolder()
  process.env['TMPDIR'] = folder
  // Halves the processor time of every start of the service.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code')
  // The databases of the quick tests are small. Those of the long ones can be larger than the memory.
  const isQuick = project.vitest.projects.every(({ name }) => name === 'quick')
  const inMemory = isQuick ? await makeFolderInMemory() : undefined
  const shared = await serveShared({ folder, databases: inMemory ?? folder })
  project.provide('runUrl', shared.url)
  return async () => {
    await shared[Symbol.asyncDispose]()
    const left = await endLeftProcesses(folder)
    if (left.length > 0)
      console.error(`Ended ${left.length} processes that tests have left behind:\n${left.join('\n')}`)
    // Retries, because a process that ends still writes its compile cache.
    for (const made of inMemory === undefined ? [folder] : [folder, inMemory])
      await rm(made, { recursive: true, force: true, maxRetries: 10 })
  }
}
