import { contractUpgrades } from '#collectors/chain/upgrades.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { getImplementationsOf } from '#records/contracts/implementations.ts'
import type { Database } from '#records/database.ts'
import type { TestChain } from './node.ts'
import { storeChainSource } from './reading.ts'

/** The actions and reads of tests of upgrades. */
export function openProxies(world: { readonly chain: TestChain; readonly database: Database }) {
  const { chain, database } = world
  const history = (contract: ContractAddress) => getImplementationsOf({ contract }, database)
  const plain = (number: number) => chain.deploy('Plain', [number])
  return {
    plain,
    history,
    standing: async (contract: ContractAddress) =>
      (await history(contract)).filter((one) => one.withdrawn === null),
    source: (contract: ContractAddress) =>
      storeChainSource({ collector: contractUpgrades, locator: contract }, world),
    shipsOf: (projectId: string) =>
      database
        .selectFrom('ships')
        .select(['natural_key', 'kind', 'precision', 'occurred_at', 'backing', 'withdrawn_at'])
        .where('project_id', '=', projectId)
        .orderBy('occurred_at')
        .orderBy('natural_key')
        .execute(),
    /** A proxy on implementation `a`, and two more implementations for upgrades. */
    proxied: async () => {
      const [a, b, c] = [await plain(1), await plain(2), await plain(3)]
      const proxy = await chain.deploy('Proxy', [a])
      const upgrade = (to: ContractAddress, name = 'upgrade') =>
        chain.send({ to: proxy, contract: 'Proxy', name }, [to])
      return { a, b, c, proxy, upgrade }
    },
  }
}
