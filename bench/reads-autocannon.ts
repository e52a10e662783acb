import autocannon from 'autocannon'
import type { LoadPlan, LoadResult } from './reads-load.ts'

/** Number of clients on each connection. It is so large that no client reaches its limit per minute. */
const CLIENTS_EACH = 2000

/** Runs autocannon as a separate process. Its argument is the plan; its standard output is the result. */
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
  const others = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => status !== '200')
  const { user, system } = process.cpuUsage()
  return {
    requests: result.requests.total,
    seconds: result.duration,
    unexpected: {
      'failed connections': result.errors,
      ...Object.fromEntries(others.map(([status, { count }]) => [status, Number(count)])),
    },
    p99Ms: result.latency.p99,
    cpuSeconds: (user + system) / 1e6,
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
