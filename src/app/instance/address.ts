import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

type Address = { readonly host: string; readonly port: number }

const PORTS = { from: 20_000, below: 32_000, tries: 100 } as const
const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']

/**
 * Listens on the address and stops at once, so that an address in use fails before a long start.
 * @throws Error as `namingAddress` does
 */
export async function checkAddress(at: Address): Promise<void> {
  const probe = createServer().listen(at.port, at.host)
  await namingAddress(at, once(probe, 'listening'))
  await closing(probe)
}

/**
 * A port of this machine that nothing listens on. It is below the range from which the system gives ports to outgoing
 * connections, so that no outgoing connection takes it before the caller listens.
 * @throws Error when all the tried ports are taken
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.tries; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.below)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port: tried ${PORTS.tries} from ${PORTS.from} to ${PORTS.below - 1}`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const listens = await once(probe, 'listening').then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE') throw cause
      return false
    },
  )
  if (listens) await closing(probe)
  return listens
}

function closing(probe: Server): Promise<unknown> {
  return new Promise((closed) => probe.close(closed))
}

/** Waits until a server listens. @throws Error that names the port or the host which cannot be used, and the setting */
export async function namingAddress(
  at: Address,
  listening: Promise<unknown>,
  setting: 'PORT' | 'MONITORING_PORT' = 'PORT',
): Promise<void> {
  const { host, port } = at
  await listening.catch((cause: NodeJS.ErrnoException) => {
    const { code = cause.message } = cause
    if (NO_ADDRESS.includes(code)) {
      throw new Error(`Invalid HOST: "${host}", expected an address of this machine (${code})`, { cause })
    }
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    throw new Error(`Port ${port} on ${host} ${why}; set ${setting}`, { cause })
  })
}
