import { once } from 'node:events'
import { createServer } from 'node:net'

/** A server that speaks PostgreSQL's protocol, names a version, and answers nothing else. */
type OldPostgres = AsyncDisposable & {
  readonly url: string
  /** The statements it was asked. */
  readonly asked: readonly string[]
}

/** Starts the server; `version` is its `server_version_num`. */
export async function startOldPostgres(version: string): Promise<OldPostgres> {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]))
      socket.on('data', (bytes) => {
        if (bytes.toString('latin1', 0, 1) !== 'Q') return
        asked.push(bytes.toString('utf8', 5, bytes.length - 1))
        socket.write(Buffer.concat([oneRow('server_version_num', version), READY]))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `postgres://svc:a-password@127.0.0.1:${port}/svc`,
    asked,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

const READY = message('Z', Buffer.from('I'))
const TEXT_TYPE = 25

function oneRow(name: string, value: string): Buffer {
  const column = [
    Buffer.from(`${name}\0`),
    int32(0),
    int16(0),
    int32(TEXT_TYPE),
    int16(-1),
    int32(-1),
    int16(0),
  ]
  return Buffer.concat([
    message('T', int16(1), ...column),
    message('D', int16(1), int32(value.length), Buffer.from(value)),
    message('C', Buffer.from('SHOW\0')),
  ])
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
