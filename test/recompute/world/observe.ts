/** Asks the stand-ins of the sandbox past their faults and rate limits, at any instant of the world. */
export type Ask = (input: {
  readonly provider: string
  readonly path: string
  readonly host?: string
  readonly body?: string
  readonly at?: number
}) => Promise<Answer>
export type Answer = { readonly status: number; readonly value: unknown; readonly next: string | undefined }

/** Asks through the control server of a sandbox. */
export function askThrough(controlUrl: string): Ask {
  return async (input) => {
    const answer = await fetch(new URL('/observe', controlUrl), {
      method: 'POST',
      // The server could close a kept connection while the next request is on its way.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(input),
    })
    const seen = (await answer.json()) as { status: number; headers: Record<string, string>; body: string }
    if (!answer.ok) throw new Error(`observe ${input.provider} ${input.path}: ${JSON.stringify(seen)}`)
    const next = /<([^>]+)>; rel="next"/.exec(seen.headers['link'] ?? '')?.[1]
    const path = next === undefined ? undefined : new URL(next).pathname + new URL(next).search
    return { status: seen.status, value: parsed(seen.body), next: path }
  }
}

/** All rows of a listing, from each of its parts. */
export async function rowsOf<T>(ask: Ask, provider: string, path: string): Promise<readonly T[]> {
  const rows: T[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const part: Answer = await ask({ provider, path: next })
    if (part.status !== 200) return rows
    rows.push(...(part.value as readonly T[]))
    next = part.next
  }
  return rows
}

/** Computes all results, at most eight at a time. */
export async function eachOf<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const place = next++
      results[place] = await work(items[place] as T)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}

function parsed(body: string): unknown {
  return body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body
}
