import { access, constants, mkdir } from 'node:fs/promises'
import { errorCodeOf } from '#contract/error-code.ts'
import { errorMessageOf } from '#contract/error-message.ts'
import { refuse } from '#operator/refusal.ts'
import { holdFolderLock } from '#records/folder-lock.ts'

/**
 * Makes the data folder and holds it for this process, until disposed.
 * @throws Refusal when another `svc up` has it, or when this process cannot write to it
 */
export async function holdDataFolder(dataDir: string): Promise<Disposable> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
    const lock = holdFolderLock(dataDir)
    if (lock !== undefined) return lock
  } catch (error) {
    const code = errorCodeOf(error)
    const message = errorMessageOf(error)
    const why = code?.startsWith('E') && !code.startsWith('ERR_') ? code : `up.lock: ${message}`
    refuse(`Invalid DATA_DIR: "${dataDir}", expected a folder that this process can write to (${why})`)
  }
  refuse(`Another svc up runs on ${dataDir}`)
}
