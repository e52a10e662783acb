import { toDeploymentShip, toUpgradeShip } from '#collectors/chain/ship-drafts.ts'
import { evidenceId, type Slug } from '#contract/ids.ts'
import { type CalendarDate, DAY_MS, HOUR_MS, type Instant, instantOfMs, msOf } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { CatalogueFile } from '#operator/catalogue-schema.ts'
import { type SeenContract, saveContracts } from '#records/contracts/contracts.ts'
import type { ImplementationDraft } from '#records/contracts/implementations.ts'
import { saveImplementations } from '#records/contracts/implementations.ts'
import { saveInterface } from '#records/contracts/interfaces.ts'
import { saveLocks } from '#records/contracts/locks.ts'
import type { Writer } from '#records/database.ts'
import { saveSourceFacts } from '#records/project/sources.ts'
import { type StatementDraft, saveStatements } from '#records/project/statements.ts'
import { saveTokenMetadata } from '#records/project/tokens.ts'
import { saveShips } from '#records/ships/ships.ts'
import { addressOf, END, hashOf, runAt, type SampleProject } from './sample-projects.ts'

export const LOCKER = addressOf('locker')

/** The catalogue file of a project. */
export function fileOf(project: SampleProject): CatalogueFile {
  const { repository, site, token, chance } = project
  const established = {
    by: 'mutual',
    url: `${site ?? 'https://svc.example/'}about`,
    on: '2026-07-01' as CalendarDate,
  } as const
  return {
    slug: project.slug as Slug,
    name: project.name,
    description: `${project.name} keeps its records in the open and ships ${chance.pick(['weekly', 'monthly', 'when ready'])}.`,
    state: project.state,
    kind: chance.pick(['protocol', 'app', 'infrastructure', 'tooling', 'game', 'other']),
    ...(chance.odds(0.5)
      ? { narratives: [chance.pick(['devtools', 'payments', 'gaming', 'agents', 'data']) as Slug] }
      : {}),
    ...(chance.odds(0.4) ? { launchpad: chance.pick(['hey', 'noxa', 'pons']) } : {}),
    ...(token === undefined ? {} : { token }),
    sources: [
      ...(repository === undefined
        ? []
        : [{ kind: 'github_repository' as const, locator: repository.locator, established, counted: true }]),
      ...(site === undefined
        ? []
        : [{ kind: 'website' as const, locator: site, established, counted: true }]),
      ...(token === undefined || chance.odds(0.6)
        ? []
        : [{ kind: 'deployer' as const, locator: project.deployer, established, counted: true }]),
    ],
  }
}

/** The uuid that a catalogue file's source gets. */
export function sourceIdOf(project: SampleProject, kind: string, locator: string): string {
  return uuidOf('source', `${project.id}:${kind}:${locator}`)
}

/** Saves the first readings of a new project: the identity of its repository, its token and the token contract. */
export async function saveIdentity(project: SampleProject, now: Instant, writer: Writer): Promise<void> {
  const { repository, token, chance } = project
  if (repository !== undefined) {
    const sourceId = sourceIdOf(project, 'github_repository', repository.locator)
    const noticed = { stars: Math.round(40 * chance.skewed()), watchers: chance.whole(0, 9) }
    const facts = {
      archived: chance.odds(0.03),
      fork: false,
      fullName: repository.locator,
      ...noticed,
      ...linkOf(project, now),
    }
    await saveSourceFacts({ sourceId, externalId: repository.externalId, facts }, writer)
  }
  if (token !== undefined) await saveToken({ ...project, token }, now, writer)
}

/** The mutual link between the repository and the site; empty when the project lacks either. */
function linkOf(project: SampleProject, now: Instant) {
  const { repository, site } = project
  if (repository === undefined || site === undefined) return {}
  const source = evidenceId('source', sourceIdOf(project, 'website', site))
  const link = `github.com/${repository.locator}`
  return { mutualLink: { homepage: site, link, site: source, siteReadAt: now, readAt: now } }
}

/** Saves the next readings of a new project: verified source, locks and the site's statements. */
export async function saveFirstReadings(project: SampleProject, now: Instant, writer: Writer): Promise<void> {
  const { token, chance } = project
  if (token === undefined) return
  if (chance.odds(0.4)) await saveVerifiedSource({ ...project, token }, { version: 1, now }, writer)
  if (chance.odds(0.2)) await saveLock({ ...project, token }, now, writer)
  if (project.site !== undefined && chance.odds(0.6)) {
    await saveStatements([sayingOf({ ...project, token, site: project.site }, now)], writer)
  }
}

/** Saves the readings of the chain and of explorers at a later run. */
export async function saveLaterReadings(project: SampleProject, run: number, writer: Writer): Promise<void> {
  const { token, chance } = project
  if (token === undefined) return
  const now = runAt(run)
  if (chance.odds(0.05)) await saveDeployment({ ...project, token }, { run, now }, writer)
  if (chance.odds(0.04)) await saveUpgrade({ ...project, token }, { run, now }, writer)
  if (chance.odds(0.02)) await saveVerifiedSource({ ...project, token }, { version: run + 1, now }, writer)
}

type WithToken = SampleProject & { readonly token: NonNullable<SampleProject['token']> }

async function saveToken(project: WithToken, now: Instant, writer: Writer): Promise<void> {
  const { id: projectId, token, chance, name } = project
  const metadata = {
    name,
    symbol: token.symbol,
    decimals: 18,
    totalSupply: `${chance.whole(1, 999)}000000000000000000000000`,
  }
  await saveTokenMetadata({ address: token.address, metadata, now }, writer)
  const sourceId = sourceIdOf(project, 'token', token.address)
  const createdAt = instantOfMs(msOf(now) - chance.whole(2, 90) * DAY_MS)
  const contract = created({ project, address: token.address, at: createdAt, role: 'token' })
  await saveContracts({ contracts: [contract], projectId, sourceId, now }, writer)
}

function created(input: {
  readonly project: SampleProject
  readonly address: SeenContract['address']
  readonly at: Instant
  readonly role: SeenContract['role']
}): SeenContract & { readonly creation: NonNullable<SeenContract['creation']> } {
  const { address, at, role } = input
  const block = blockAt(at)
  return {
    address,
    role,
    deployer: input.project.deployer,
    creation: {
      block,
      blockHash: hashOf(`block:${block}`),
      at,
      tx: { hash: hashOf(`creation:${address}`), index: block % 40 },
    },
    settled: true,
  }
}

function blockAt(at: Instant): number {
  return Math.floor((msOf(at) - msOf(END)) / 2000) + 40_000_000
}

async function saveVerifiedSource(
  project: WithToken,
  read: { readonly version: number; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { id: projectId, token, chance } = project
  await saveInterface(
    {
      contract: token.address,
      projectId,
      sourceId: sourceIdOf(project, 'explorer', `blockscout:${token.address}`),
      provider: 'blockscout',
      digest: hashOf(`abi:${token.address}:${read.version}`),
      functions: chance.whole(8, 60),
      unnamedFunctions: 0,
      events: chance.whole(2, 20),
      match: 'exact',
      verifiedAt: null,
      observedAt: read.now,
    },
    writer,
  )
}

async function saveLock(project: WithToken, now: Instant, writer: Writer): Promise<void> {
  const { id: projectId, token, chance, deployer } = project
  const lock = {
    locker: LOCKER,
    lockId: BigInt(`0x${token.address.slice(10, 24)}`).toString(),
    token: token.address,
    owner: deployer,
    amount: `${chance.whole(1, 400)}000000000000000000000`,
    unlockAt: instantOfMs(msOf(END) + chance.whole(-60, 200) * DAY_MS),
    withdrawn: chance.odds(0.1),
  }
  const sourceId = sourceIdOf(project, 'locker', `${LOCKER}:${token.address}`)
  await saveLocks({ locks: [lock], projectId, sourceId, now }, writer)
}

function sayingOf(project: WithToken & { readonly site: string }, now: Instant): StatementDraft {
  const { token, site, chance } = project
  const own = chance.odds(0.95)
  const names = own ? token.address : addressOf(`another:${token.address}`)
  return {
    projectId: project.id,
    kind: own ? 'token_named' : 'other_token_named',
    by: 'site',
    statement: `Our token is ${names}`,
    url: site,
    names,
    statedOn: null,
    sourceId: sourceIdOf(project, 'website', site),
    observedAt: now,
  }
}

async function saveDeployment(
  project: WithToken,
  read: { readonly run: number; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { id: projectId, deployer } = project
  const known = await writer
    .selectFrom('sources')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'deployer')
    .executeTakeFirst()
  if (known === undefined) return
  const at = instantOfMs(msOf(read.now) - 26 * HOUR_MS)
  const address = addressOf(`deployment:${deployer}:${read.run}`)
  const contract = created({ project, address, at, role: 'deployment' })
  const { now } = read
  await saveContracts({ contracts: [contract], projectId, sourceId: known.id, now }, writer)
  const ship = toDeploymentShip(contract, { projectId, sourceId: known.id })
  await saveShips({ ships: [ship], now }, writer)
}

async function saveUpgrade(
  project: WithToken,
  read: { readonly run: number; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { id: projectId, token } = project
  const sourceId = sourceIdOf(project, 'token', token.address)
  const at = instantOfMs(msOf(read.now) - 30 * HOUR_MS)
  const block = blockAt(at)
  const record: ImplementationDraft = {
    key: `4663:${token.address}:${block}:3`,
    contract: token.address,
    implementation: addressOf(`implementation:${token.address}:${read.run}`),
    previousImplementation: addressOf(`implementation:${token.address}`),
    beacon: null,
    log: {
      blockNumber: block,
      txIndex: 4,
      logIndex: 3,
      txHash: hashOf(`upgrade:${token.address}:${read.run}`),
      blockHash: hashOf(`block:${block}`),
      blockTime: at,
    },
    initial: false,
    unchangedUntil: null,
    slotBlock: null,
    detectedAt: read.now,
    settled: true,
    withdrawn: null,
  }
  await saveImplementations({ implementations: [record], projectId, sourceId }, writer)
  const ship = toUpgradeShip(record, { projectId, sourceId })
  await saveShips({ ships: [ship], now: read.now }, writer)
}
