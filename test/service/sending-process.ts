import { openSender } from '#webhooks/send.ts'

/**
 * A process of its own. It sends as many requests at once as its parent asks for. It answers how they ended, and the
 * most memory it took.
 */
type Asked = { readonly url: string; readonly count: number }

const SAMPLED_EVERY_MS = 20
const { send } = openSender({
  rules: { production: false, ownHosts: [], originAddresses: [] },
  timeoutMs: 200_000,
})

process.on('message', async ({ url, count }: Asked) => {
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, SAMPLED_EVERY_MS)
  const body = new TextEncoder().encode('{}')
  const ends = await Promise.all(Array.from({ length: count }, () => send({ url, headers: {}, body })))
  clearInterval(sampling)
  const outcomes = Object.entries(Object.groupBy(ends, ({ outcome }) => outcome))
  process.send?.({
    outcomes: Object.fromEntries(outcomes.map(([outcome, of]) => [outcome, of.length])),
    longest: Math.max(...ends.map(({ excerpt = '' }) => excerpt.length)),
    mostMb: Math.round(most / 2 ** 20),
  })
})
process.send?.('ready')
