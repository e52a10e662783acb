import type { Socket } from 'node:net'
import {
  type CallbackServer,
  OK,
  type RoutedInternet,
  routeInternet,
  startCallbackServer,
} from '#test/servers/callback-server.ts'
import { type Authority, makeAuthority } from '#test/servers/certificates.ts'
import { type DnsServer, startDnsServer } from '#test/servers/dns-server.ts'
import type { DestinationRules } from '#webhooks/destination.ts'
import { type AttemptResult, openSender, type SenderSettings, type SendRequest } from '#webhooks/send.ts'

export const HOST = 'hooks.example'
export const ADDRESS = '8.8.8.8'
export const RULES: DestinationRules = {
  production: true,
  ownHosts: ['research.example'],
  originAddresses: [],
}
export const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'SVC-Webhooks/1',
  'svc-signature': `t=1795000000,v1=${'a'.repeat(64)}`,
  'svc-delivery-id': 'd1',
  'svc-payload-version': '1',
}
export const BODY = Buffer.from('{"summary":"ünïcödé 🚀"}')
/** The time limit of attempts that are meant to run into it. */
export const SHORT_MS = 300

type Changed = { readonly settings?: Partial<SenderSettings>; readonly request?: Partial<SendRequest> }
/** A receiver at HOST, with a name server and a certificate authority of the test's own. */
type PublicReceiver = AsyncDisposable & {
  readonly dns: DnsServer
  readonly authority: Authority
  readonly receiver: CallbackServer
  readonly internet: RoutedInternet
  /** One attempt, by the rules of production. */
  readonly send: (changed?: Changed) => Promise<AttemptResult>
  /** One attempt at a receiver whose answer never ends. Waits until the sender has closed the connection. */
  readonly sendAndClose: (answer: (socket: Socket) => void, changed?: Changed) => Promise<AttemptResult>
  /** Resets the receiver: it answers 200 at ADDRESS, and its records are empty. */
  readonly reset: () => void
}

/** Starts the receiver. The TLS connections of this process are routed to it until disposed. */
export async function openPublicReceiver(): Promise<PublicReceiver> {
  await using stack = new AsyncDisposableStack()
  const dns = stack.use(await startDnsServer())
  const authority = await makeAuthority()
  const receiver = stack.use(await startCallbackServer(await authority.issue(HOST)))
  const internet = stack.use(routeInternet(receiver.port))
  const send = ({ settings, request }: Changed = {}) =>
    openSender({ rules: RULES, ca: authority.ca, resolver: dns.resolver, ...settings }).send({
      url: `https://${HOST}/in?x=1`,
      headers: HEADERS,
      body: BODY,
      ...request,
    })
  const open = stack.move()
  return {
    dns,
    authority,
    receiver,
    internet,
    send,
    async sendAndClose(answer, changed) {
      const closed = Promise.withResolvers<void>()
      receiver.answer = (socket) => {
        socket.on('close', () => closed.resolve())
        answer(socket)
      }
      const result = await send(changed)
      await closed.promise
      return result
    },
    reset() {
      dns.names.clear()
      dns.names.set(HOST, { a: [ADDRESS] })
      dns.asked.length = 0
      Object.assign(internet, { port: receiver.port, unreachable: [] })
      internet.dialled.length = 0
      receiver.answer = (socket) => socket.write(OK)
      receiver.received.length = 0
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
