import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { type Answer, decode, encode, type Question, RECURSION_AVAILABLE } from 'dns-packet'

/**
 * The answer of the server about a name: records, a failure, or no answer at all. A name without an entry does not
 * exist.
 */
export type NameAnswer =
  | { readonly a?: readonly string[]; readonly aaaa?: readonly string[]; readonly cname?: string }
  | 'SERVFAIL'
  | 'silence'
/** A DNS server on loopback. `asked` has each question as `A name` or `AAAA name`. */
export type DnsServer = AsyncDisposable & {
  readonly names: Map<string, NameAnswer>
  readonly asked: string[]
  /** A resolver that asks this server alone. */
  readonly resolver: Resolver
}

const RCODE = { NXDOMAIN: 3, SERVFAIL: 2 }
const TTL = 60

/** Starts a DNS server that answers over UDP. */
export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, NameAnswer>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    if (question === undefined) return
    asked.push(`${question.type} ${question.name}`)
    const said = names.get(question.name)
    if (said === 'silence') return
    const answers = recordsOf(question, names)
    const flags = RECURSION_AVAILABLE | rcodeOf(said)
    socket.send(
      encode({
        type: 'response',
        id: id ?? 0,
        flags,
        questions,
        answers,
      }),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 1000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    names,
    asked,
    resolver,
    [Symbol.asyncDispose]: () => {
      resolver.cancel()
      return new Promise((resolve) => socket.close(() => resolve()))
    },
  }
}

function rcodeOf(said: NameAnswer | undefined): number {
  if (said === undefined) return RCODE.NXDOMAIN
  return said === 'SERVFAIL' ? RCODE.SERVFAIL : 0
}

/** The CNAME records that lead from a name to its last name, and the records of the last name. */
function recordsOf({ name, type }: Question, names: DnsServer['names']): Answer[] {
  const said = names.get(name)
  if (typeof said !== 'object') return []
  if (said.cname !== undefined) {
    const next = recordsOf({ name: said.cname, type }, names)
    return [{ type: 'CNAME', name, ttl: TTL, data: said.cname }, ...next]
  }
  if (type === 'A') return (said.a ?? []).map((data) => ({ type, name, ttl: TTL, data }))
  return type === 'AAAA' ? (said.aaaa ?? []).map((data) => ({ type, name, ttl: TTL, data })) : []
}
