import { expect, test } from 'vitest'
import { dateOf } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { forFile } from '#test/run/for-file.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'
import { openTestService } from '#test/service/test-service.ts'
import { collectFrom, openCollectors } from './collecting.ts'

const node = await forFile(startAnsweringServer())
const service = await forFile(
  openTestService({
    PROVIDER_LIMITS: 'sourcify=1/day,dexscreener=3/day,chain=1/min',
    RPC_URL: node.url,
    RPC_URLS: '',
  }),
)

test('[R53] collectors obey the limits that are set: of a day by the budget, of a minute also at the chain', async () => {
  node.answer = () => ({ body: '{"jsonrpc":"2.0","id":1,"result":"0x1237"}' })
  await using collectors = openCollectors({ provider: 'sourcify', signal: AbortSignal.abort() }, service)
  const { budgets, world } = collectors
  const budget = budgets.of('sourcify')
  expect([await budget.charge(), await budget.charge()]).toEqual([true, false])
  await expect(world.chain.widestLogs()).resolves.toBeNull()
  await expect(world.chain.block('latest')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(node.asked).toHaveLength(1)
})

test('[R53] a run states the daily limit that it obeys', async () => {
  const { database, clock } = service
  const day = dateOf(clock.now())
  const stored = { provider: 'dexscreener', day, used: 2, daily_limit: 9 }
  await database.insertInto('provider_budgets').values(stored).execute()
  await collectFrom('dexscreener', { extent: 'due', signal: new AbortController().signal }, service)
  expect(await getBudgets(database)).toContainEqual(
    expect.objectContaining({ provider: 'dexscreener', used: 2, dailyLimit: 3 }),
  )
})
