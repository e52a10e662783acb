import { type RawBuilder, type Selectable, sql } from 'kysely'
import { countedOrZero } from '#contract/counted.ts'
import { CHAIN_ID, type ContractAddress, type Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { answeringAddress, type ContractRecord, type HeldContract } from '#domain/contracts/held-contract.ts'
import { CONTRACT_ROLES } from '#domain/contracts/records.ts'
import type { Source } from '#domain/evidence.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { getOfProject } from '#records/by-project.ts'
import { columnsOf } from '#records/columns.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { getSources } from '#records/project/sources.ts'
import type { Contracts } from '#records/tables.ts'
import { getAnsweringCode } from './answering-code.ts'
import { toContract } from './contracts.ts'
import { getHistories } from './implementations.ts'
import { getInterfacesAt } from './interfaces.ts'
import { getRecentUse } from './recent-use.ts'

/** The most implementations that are loaded of a contract, newest first. */
const HISTORY_SHOWN = 50

const HELD_COLUMNS = [
  'address',
  'chain_id',
  'project_id',
  'source_id',
  'role',
  'deployer',
  'detected_at',
  'created_at',
  'creation_block',
  'creation_block_hash',
  'creation_tx',
  'creation_tx_index',
  'beacon',
  'implementation',
  'proxy_kind',
  'proxy_read_at',
  'settled',
  'withdrawn_at',
  'withdrawn_reason',
] as const satisfies readonly (keyof Contracts)[]

/** A contract of a published project by its address; undefined where no published project has it. */
export async function findHeldContract(
  address: ContractAddress,
  reader: Reader,
): Promise<{ readonly contract: HeldContract; readonly project: PublishedProject } | undefined> {
  const query = sql<HeldRow & { slug: Slug; name: string; scored_at: Instant | null }>`
    select ${columnsOf('held', HELD_COLUMNS)}, projects.slug, projects.name, cards.scored_at
    from ${heldWhere(sql`address = ${address}`)} as held
    join projects on projects.id = held.project_id and projects.state = 'published'
    left join cards on cards.project_id = projects.id`
  const [row] = await runPlanned(query, reader)
  if (row === undefined) return undefined
  const { slug, name, scored_at: scoredAt } = row
  return { contract: toHeld(row), project: { id: row.project_id, slug, name, scoredAt } }
}

/**
 * The contracts of a project, at most `limit`, with the number of all. Its token comes first, then the contracts of its
 * launch, declared ones, and deployments, each newest first.
 */
export async function getHeldContracts(
  input: { readonly projectId: string; readonly limit: number },
  reader: Reader,
): Promise<{ readonly contracts: readonly HeldContract[]; readonly total: number }> {
  const query = sql<HeldRow & { total: number }>`
    select ${columnsOf('held', HELD_COLUMNS)}, count(*) over ()::integer as total
    from ${heldWhere(sql`project_id = ${input.projectId}::uuid`)} as held
    order by role = 'deployment', array_position(${sql.lit(`{${CONTRACT_ROLES.join()}}`)}::text[], role),
      creation_block desc nulls last, address
    limit (select ${input.limit}::integer)`
  const rows = await runPlanned(query, reader)
  const [first] = rows
  return { contracts: rows.map(toHeld), total: countedOrZero(first?.total) }
}

/** Everything recorded about these contracts, in a fixed number of statements, and all sources of their project. */
export async function getContractRecords(
  input: {
    readonly project: PublishedProject
    readonly contracts: readonly HeldContract[]
  },
  reader: Reader,
): Promise<{ readonly contracts: readonly ContractRecord[]; readonly sources: readonly Source[] }> {
  const { project, contracts } = input
  const of = {
    projectId: project.id,
    contracts: contracts.map(({ address }) => address),
    limit: HISTORY_SHOWN,
  }
  const addresses = contracts.flatMap((contract) => [contract.address, answeringAddress(contract)])
  const [all, histories, uses, codes, interfaces] = await Promise.all([
    getOfProject({ projectId: project.id, get: getSources }, reader),
    getHistories(of, reader),
    getRecentUse(of, reader),
    getAnsweringCode({ projectId: project.id, contracts }, reader),
    getInterfacesAt({ ...of, addresses }, reader),
  ])
  const sources = all.filter(({ detachedAt }) => detachedAt === null)
  const records = contracts.flatMap((contract) => {
    const source = sources.find(({ id }) => id === contract.sourceId)
    if (source === undefined) return []
    const history = histories.get(contract.address) ?? NO_HISTORY
    const own = new Set(behind(contract, history))
    return [
      {
        contract,
        project,
        source,
        history,
        sources: sources.filter((one) => speaksOf(one, own, contract)),
        interfaces: interfaces.filter((one) => own.has(one.contract)),
        use: uses.get(contract.address) ?? NEVER_READ,
        answering: codes.get(contract.address) ?? NO_CODE,
      },
    ]
  })
  return { contracts: records, sources: all }
}

const NO_HISTORY: ContractRecord['history'] = { total: 0, items: [] }
const NEVER_READ: ContractRecord['use'] = { sourceId: null, collected: null, days: [], methods: [] }

const NO_CODE: ContractRecord['answering'] = []

/** The address of a contract, and the addresses of its present and former implementations. */
function behind(contract: HeldContract, history: ContractRecord['history']): readonly ContractAddress[] {
  return [
    contract.address,
    answeringAddress(contract),
    ...history.items.flatMap(({ implementation, previousImplementation: before }) =>
      before === null ? [implementation] : [implementation, before],
    ),
  ]
}

function speaksOf(
  { kind, locator }: Source,
  addresses: ReadonlySet<string>,
  { address }: HeldContract,
): boolean {
  if (kind === 'explorer') return addresses.has(locator.slice(locator.indexOf(':') + 1))
  return (kind === 'token' || kind === 'contract') && locator === address
}

type HeldRow = Selectable<Contracts>

/**
 * The contracts of attached sources that meet a condition. Includes tokens whose contract was not read yet, known since
 * their source was attached.
 */
function heldWhere(condition: RawBuilder<unknown>) {
  return sql`(
    select contracts.* from contracts join sources on sources.id = contracts.source_id and sources.detached_at is null
    where contracts.withdrawn_at is null and (contracts.chain_id, contracts.address) in (
      select chain_id, address from contracts where chain_id = ${sql.lit(CHAIN_ID)} and ${condition})
    union all
    select (json_populate_record(null::contracts, json_build_object('chain_id', named.chain_id, 'address', named.address,
      'project_id', named.project_id, 'source_id', sources.id, 'role', 'token', 'settled', false,
      'detected_at', sources.attached_at))).*
    from (select * from tokens where chain_id = ${sql.lit(CHAIN_ID)} and ${condition}) as named
    join sources on sources.project_id = named.project_id and sources.kind = 'token'
      and sources.locator = named.address and sources.detached_at is null
    where not exists (select from contracts
      where contracts.address = named.address and contracts.chain_id = named.chain_id and withdrawn_at is null))`
}

function toHeld(row: HeldRow): HeldContract {
  const { withdrawn: _, ...contract } = toContract(row)
  return contract
}
