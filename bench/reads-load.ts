import autocannon from 'autocannon'

/** What a load run came to: answers a second, and answers that were none of the expected status. */
export type LoadResult = { readonly perSecond: number; readonly unexpected: number; readonly p99Ms: number }

export type LoadPlan = {
  readonly url: string
  readonly paths: readonly string[]
  readonly expected: number
  readonly connections: number
  readonly seconds: number
}

/** How many clients a connection speaks for: so many that none comes near its minute's budget. */
const CLIENTS_EACH = 400

/** Runs in a process of its own: a plan as its argument, the result on standard output. */
async function load(plan: LoadPlan): Promise<LoadResult> {
  let connection = 0
  const result = await autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.seconds,
    setupClient: (client) => {
      connection += 1
      client.setRequests(requestsOf(plan, connection))
    },
  })
  const statuses = Object.entries(result.statusCodeStats ?? {})
  const unexpected = statuses.filter(([status]) => Number(status) !== plan.expected)
  return {
    perSecond: result.requests.average,
    unexpected: result.errors + unexpected.reduce((sum, [, { count }]) => sum + Number(count), 0),
    p99Ms: result.latency.p99,
  }
}

function requestsOf({ paths }: LoadPlan, connection: number): autocannon.Request[] {
  return Array.from({ length: CLIENTS_EACH }, (_, index) => ({
    method: 'GET' as const,
    path: paths[(connection * 7919 + index) % paths.length] ?? '/',
    headers: {
      accept: 'application/json',
      'x-forwarded-for': `10.${connection % 256}.${index >> 8}.${index & 255}`,
    },
  }))
}

console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '{}') as LoadPlan)))
