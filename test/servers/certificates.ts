import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export type Certificate = { readonly key: string; readonly cert: string }
/** A certificate authority of a test. Its files are in the folder of the run. */
export type Authority = {
  /** Its own certificate, for clients to trust. */
  readonly ca: string
  /** Issues a certificate for a hostname. With negative days, the certificate has expired. */
  readonly issue: (name: string, days?: number) => Promise<Certificate>
}

/** Makes a certificate authority with the OpenSSL command. */
export async function makeAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-ca-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  await openssl(
    'req',
    '-x509',
    ...KEY,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
  )
  return {
    ca: await read('ca.pem'),
    async issue(name, days = 2) {
      const file = `${name}.${days}`
      await openssl('req', ...KEY, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', `/CN=${name}`)
      await writeFile(join(folder, `${file}.ext`), `subjectAltName=DNS:${name}\n`)
      await openssl(
        'x509',
        '-req',
        '-in',
        `${file}.csr`,
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-out',
        `${file}.pem`,
        '-days',
        String(days),
        '-extfile',
        `${file}.ext`,
      )
      return { key: await read(`${file}.key`), cert: await read(`${file}.pem`) }
    },
  }
}
