import { Resolver as NameServers } from 'node:dns/promises'
import { request as openRequest } from 'node:http'
import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import tls from 'node:tls'
import type { AttemptOutcome } from '#contract/enums.ts'
import { errorCodeOf } from '#contract/error-code.ts'
import { known } from '#contract/known.ts'
import {
  type DestinationRules,
  type DialledAddress,
  judgeUrl,
  type Resolver,
  resolveDestination,
} from './destination.ts'
import { type Answered, readAnswer } from './read-answer.ts'

/** The time limit of one attempt: name lookup, connection, handshake, answer and body. @source contract, Limits */
const ANSWER_WITHIN_MS = 5000
/** The most addresses of a name that an attempt connects to. A name may have hundreds. */
const MOST_DIALLED = 6
const QUERY = { timeout: 1500, tries: 2 }

/** How an attempt ended. `reset`: the connection ended before the status line of an answer. */
export type AttemptResult = {
  readonly outcome: AttemptOutcome
  readonly statusCode?: number
  readonly latencyMs: number
  /** At most 256 characters of the answer's body. */
  readonly excerpt?: string
}
export type SendRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
export type Sender = { readonly send: (request: SendRequest) => Promise<AttemptResult> }
export type SenderSettings = {
  readonly rules: DestinationRules
  readonly timeoutMs?: number
  /** Certificates to trust in place of the usual ones, as PEM. */
  readonly ca?: string
  readonly resolver?: Resolver
}
/** The result of one attempt, before its latency is known. */
type Ending = Omit<AttemptResult, 'latencyMs'>
type Attempt = SendRequest & { readonly ca: string | undefined; readonly signal: AbortSignal }

/** The name servers that this machine is set to use. */
export function openNameServers(): Resolver {
  return new NameServers(QUERY)
}

/** Opens a sender. Each call sends one POST to a callback URL. Every failure is a result; nothing is sent twice. */
export function openSender(settings: SenderSettings): Sender {
  const { rules, timeoutMs = ANSWER_WITHIN_MS, ca, resolver = openNameServers() } = settings
  return {
    async send(request) {
      const startedAt = performance.now()
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), timeoutMs)
      const ending = await attempt({ ...request, ca, signal: deadline.signal }, { rules, resolver })
      clearTimeout(timer)
      const latencyMs = Math.round(performance.now() - startedAt)
      if (ending.statusCode !== undefined || !deadline.signal.aborted) return { ...ending, latencyMs }
      return { outcome: 'timeout', latencyMs }
    },
  }
}

async function attempt(
  request: Attempt,
  { rules, resolver }: { readonly rules: DestinationRules; readonly resolver: Resolver },
): Promise<Ending> {
  const judged = judgeUrl(request.url, rules)
  if (!judged.ok) return { outcome: 'blocked_destination' }
  const found = await resolveDestination(judged.url, rules, { resolver, signal: request.signal })
  if (!found.ok) return { outcome: found.reason === 'dns' ? 'dns' : 'blocked_destination' }
  return exchange(request, { url: judged.url, addresses: found.addresses.slice(0, MOST_DIALLED) })
}

/** How far an exchange has come, named by the outcome that a failure has there. */
type Phase = 'failed' | 'connect' | 'tls' | 'reset'

type Target = { readonly url: URL; readonly addresses: readonly DialledAddress[] }

/**
 * Sends one request on a connection of its own to the given addresses. Connects here and not with an agent, because
 * making an agent for each request takes longer than the request.
 */
async function exchange({ headers, body, ca, signal }: Attempt, target: Target): Promise<Ending> {
  if (signal.aborted) return { outcome: 'failed' }
  const { host, pathname, search, protocol } = target.url
  let phase: Phase = 'failed'
  try {
    const request = openRequest({
      method: 'POST',
      path: `${pathname}${search}`,
      createConnection: () => connect(target, ca),
      headers: { host, ...headers, 'content-length': body.length },
    })
    phase = 'connect'
    request.on('socket', (socket: Socket) => {
      socket.once('connect', () => {
        phase = protocol === 'https:' ? 'tls' : 'reset'
      })
      socket.once('secureConnect', () => {
        phase = 'reset'
      })
    })
    signal.addEventListener('abort', () => request.destroy(), { once: true })
    request.end(body)
    return endingOf(await readAnswer(request))
  } catch (error) {
    const isHttp = !errorCodeOf(error)?.startsWith('HPE_')
    return { outcome: isHttp ? phase : 'failed' }
  }
}

/** Connects to one of the addresses. The certificate and its name are checked. */
function connect({ url, addresses }: Target, ca: string | undefined): Socket {
  const lookup = pinnedTo(addresses)
  if (url.protocol === 'http:')
    return connectTcp({ host: url.hostname, port: Number(url.port || 80), lookup })
  return tls.connect({
    host: url.hostname,
    servername: url.hostname,
    port: Number(url.port || 443),
    lookup,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...known({ ca }),
  })
}

function endingOf({ statusCode, excerpt }: Answered): Ending {
  const isSuccess = statusCode >= 200 && statusCode <= 299
  return {
    outcome: isSuccess ? 'succeeded' : 'status',
    statusCode,
    ...(excerpt === '' ? {} : { excerpt }),
  }
}

/** A lookup that answers with addresses that are already checked: nothing is looked up a second time. */
function pinnedTo(addresses: readonly DialledAddress[]): LookupFunction {
  return (_, { all }, answer) => {
    const [first] = addresses
    if (first === undefined) return answer(new Error('no address'), [])
    return all === true ? answer(null, [...addresses]) : answer(null, first.address, first.family)
  }
}
