import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

type Address = { readonly host: string; readonly port: number }

const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']

/** Listens on the address and stops at once, so that a long start fails early. @throws Error as `namingAddress` does */
export async function checkAddress(at: Address): Promise<void> {
  const probe = createServer().listen(at.port, at.host)
  await namingAddress(at, once(probe, 'listening'))
  await closing(probe)
}

/** A port of this machine that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await closing(probe)
  return port
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
