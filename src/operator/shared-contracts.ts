import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import { getProjectsCounting } from '#records/contracts/contracts.ts'
import type { Reader } from '#records/database.ts'
import { countingOf, tokenAddressOf } from './catalogue-records.ts'
import type { CatalogueFile } from './catalogue-schema.ts'

/**
 * Faults for contracts that two projects count as their own, or that one counts and another has as its token. A
 * contract belongs to one project only, and is not read for another. `projectIds` are the recorded projects of the
 * files.
 */
export async function sharedContracts(
  input: { readonly projects: readonly CatalogueFile[]; readonly projectIds: readonly string[] },
  reader: Reader,
): Promise<readonly string[]> {
  const { projects, projectIds: except } = input
  const counted = Map.groupBy(projects.flatMap(countedContracts), ({ address }) => address)
  const tokens = Map.groupBy(projects, (file) => tokenAddressOf(file))
  const others = await getProjectsCounting({ addresses: [...counted.keys()], except }, reader)
  return [...counted].flatMap(([address, files]) => {
    const named = [...files, ...(tokens.get(address) ?? NONE)].map(({ slug }) => slug)
    const slugs = [...new Set([...named, ...(others.get(address) ?? NONE)])]
    return slugs.length < 2
      ? []
      : [`contract ${address} is counted by ${slugs.join(' and ')}: expected counted: false in all but one`]
  })
}

const NONE = [] as const

function countedContracts(file: CatalogueFile): readonly {
  readonly slug: CatalogueFile['slug']
  readonly address: ContractAddress
}[] {
  const { slug, sources = [] } = file
  return sources.flatMap((source) => {
    const address = source.kind === 'contract' ? parseAddress(source.locator) : undefined
    return address !== undefined && countingOf(source).counted ? [{ slug, address }] : []
  })
}
