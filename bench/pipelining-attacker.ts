import { once } from 'node:events'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'

/** The plan of an attack: its connections request different answers of one path and never read them. */
export type Attack = {
  readonly port: number
  readonly path: string
  readonly connections: number
  readonly requests: number
}

/** Number of connections from one address. A serving process accepts 1,000. */
const PER_ADDRESS = 500

/** Attacks from a process of its own. Tells the parent process when every connection has sent its requests. */
async function attack({ port, path, connections, requests }: Attack): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const localAddress = `127.20.0.${1 + Math.floor(index / PER_ADDRESS)}`
      const socket = connect({ host: '127.0.0.1', port, localAddress }).pause()
      socket.on('error', () => socket.destroy())
      await once(socket, 'connect')
      const one = (n: number) =>
        `GET ${path}&integration=n${index * requests + n} HTTP/1.1\r\nhost: a\r\n\r\n`
      socket.write(Array.from({ length: requests }, (_, n) => one(n)).join(''))
    }),
  )
  process.send?.('sent')
}

// An attacker has a machine of his own: here the service and the callers go first.
setPriority(constants.priority.PRIORITY_LOW)
process.on('disconnect', () => process.exit())
process.on('message', (plan: Attack) => void attack(plan))
process.send?.('ready')
