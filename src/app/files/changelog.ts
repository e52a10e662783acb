import { readFileSync } from 'node:fs'
import { type Changelog, parseChangelog } from '#domain/changelog.ts'
import type { Logger } from '../process/logger.ts'

const FILE = new URL('../../../CHANGELOG.md', import.meta.url)

/** Reads the changelog of this version. @throws Error with the line that has another form */
export function loadChangelog(file = FILE): Changelog {
  return parseChangelog(readFileSync(file, 'utf8'))
}

/** The changelog to serve. Null, with an error in the log, when the file cannot be read. */
export function openChangelog(
  { logger }: { readonly logger: Pick<Logger, 'error'> },
  file = FILE,
): Changelog | null {
  try {
    return loadChangelog(file)
  } catch (err) {
    logger.error({ err }, 'the changelog cannot be read; its page and its feed answer 503')
    return null
  }
}
