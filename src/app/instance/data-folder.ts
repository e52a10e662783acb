import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodeOf } from '#contract/error-code.ts'
import { errorMessageOf } from '#contract/error-message.ts'
import { refuse } from '#operator/refusal.ts'
import { holdFolderLock } from '#records/folder-lock.ts'

/**
 * Makes the data folder and holds it for this process, until disposed.
 * @throws Refusal when another `svc up` has it, or when this process cannot write to it
 */
export async function holdDataFolder(dataDir: string): Promise<Disposable> {
  await makeDataFolder(dataDir)
  try {
    const lock = holdFolderLock(dataDir)
    if (lock !== undefined) return lock
  } catch (error) {
    refuseDataFolder(dataDir, 'write to', `up.lock: ${errorMessageOf(error)}`)
  }
  refuse(`Another svc up runs on ${dataDir}`)
}

/** Makes the data folder unless it is there. @throws Refusal when this process cannot write to it */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    // With the slash a file is no folder.
    await access(`${dataDir}/`, constants.W_OK)
  } catch (error) {
    refuseDataFolder(dataDir, 'write to', error)
  }
}

/** Refuses a data folder. The reason is the system's error code, or the message of an error without one. */
export function refuseDataFolder(dataDir: string, use: 'read' | 'write to', error: unknown): never {
  const code = errorCodeOf(error)
  const why = code?.startsWith('E') && !code.startsWith('ERR_') ? code : errorMessageOf(error)
  refuse(`Invalid DATA_DIR: "${dataDir}", expected a folder that this process can ${use} (${why})`)
}

/**
 * Makes a folder and those above it. `mkdir` with `recursive` never ends below `/proc`, where no folder can be made.
 */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    // Another process made it meanwhile.
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
}
