import { type Message, SendMessageRequest } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { messageOf, type Rpc } from './a2a.ts'

const PUBLIC = 'https://svc.example'

/** Opens the official A2A client, which finds the agent by its card. Requests to the public address go to the port. */
export function openA2aClient(port: number): Promise<Client> {
  const fetchImpl: typeof fetch = (url, init) =>
    fetch(String(url).replace(PUBLIC, `http://127.0.0.1:${port}`), init)
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  return factory.createFromUrl(PUBLIC)
}

/** A request with one part, in the type of the official client. */
export function requestOf(part: Rpc, configuration?: Rpc, message: Rpc = {}): SendMessageRequest {
  return SendMessageRequest.fromJSON({ message: messageOf([part], message), configuration })
}

/** The text and the data of an answer. */
export function partsOf(answer: object): { readonly text: string; readonly data: Rpc } {
  const { parts } = answer as Message
  const found = (kind: 'text' | 'data') =>
    parts.find(({ content }) => content?.$case === kind)?.content?.value
  return { text: String(found('text')), data: found('data') as Rpc }
}
