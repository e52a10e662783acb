import { randomUUID } from 'node:crypto'
import type { EvidencePrefix } from '#contract/ids.ts'
import { toInstant as at, type Instant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import * as given from './records.ts'

export type OwnerOfEvidence = {
  readonly slug: string
  readonly projectId: string
  readonly source: Awaited<ReturnType<typeof given.aSource>>
  /** The project and its source, as columns of a record. */
  readonly own: { readonly project_id: string; readonly source_id: string }
}

/** A published project with one counted source. */
export async function storeProjectWithSource(database: Database): Promise<OwnerOfEvidence> {
  const project = await given.aProject({ slug: `t-${randomUUID().slice(0, 8)}` }, database)
  const projectId = String(project.id)
  const source = await given.aSource({ project_id: projectId }, database)
  return {
    slug: String(project.slug),
    source,
    projectId,
    own: { project_id: projectId, source_id: String(source.id) },
  }
}

const CONTRACT = given.addressOf(0xc0)

/** Stores one record of each kind, an hour apart from 01:00 on 2026-11-10 in this order. Returns their evidence ids. */
export async function storeEvidenceOfEachKind(
  { own, projectId }: OwnerOfEvidence,
  database: Database,
): Promise<Readonly<Record<EvidencePrefix, string>>> {
  const hour = (n: number) => at(`2026-11-10T${String(n).padStart(2, '0')}:00:00Z`)
  const project = { project_id: projectId }
  const detected = at('2026-11-10T20:00:00Z')
  const ship = await given.aShip({ ...own, occurred_at: hour(1), detected_at: detected }, database)
  const signal = await given.aSignal(
    { ...project, evidence: [ship.evidence], window_to: hour(2), detected_at: detected },
    database,
  )
  const abi = await given.anInterface({ ...own, contract: CONTRACT, detected_at: hour(3) }, database)
  const impl = await given.anImplementation(
    { ...own, contract: CONTRACT, block_time: hour(4), detected_at: detected },
    database,
  )
  const lock = await given.aLock(
    { ...own, token: CONTRACT, detected_at: hour(5), lock_id: String(BigInt(`0x${projectId.slice(0, 8)}`)) },
    database,
  )
  const source = await given.aSource({ ...project, attached_at: hour(6) }, database)
  const claim = await given.aClaim({ ...project, kind: 'builder', observed_at: hour(7) }, database)
  const evaluated = { ...project, evidence: [ship.evidence] }
  const state = await given.anEvaluation(
    { ...evaluated, value: JSON.stringify({ status: 'SHIPPING' }), evaluated_at: hour(8) },
    database,
  )
  const integrity = await given.anEvaluation(
    {
      ...evaluated,
      fact: 'market_integrity.state',
      evaluated_at: hour(9),
      value: JSON.stringify({ status: 'OBSERVED', reasons: ['providers_disagree'] }),
    },
    database,
  )
  const narrative = await given.aClaim({ ...project, observed_at: hour(10) }, database)
  const method = await aMethod({ ...own, first_at: hour(11), detected_at: detected }, database)
  const change = await aSiteChange({ ...own, compared_with_at: hour(1), detected_at: hour(12) }, database)
  const security = await given.aClaim({ ...project, kind: 'security', observed_at: hour(13) }, database)
  return {
    ship: ship.evidence,
    signal: `signal:${signal.id}`,
    abi: `abi:${abi.id}`,
    impl: `impl:${impl.key}`,
    lock: `lock:4663:${lock.locker}:${lock.lock_id}`,
    source: source.evidence,
    claim: `claim:${claim.id}`,
    state: `state:${state.id}`,
    integrity: `integrity:${integrity.id}`,
    narrative: `narrative:${narrative.id}`,
    method: `method:${method}`,
    sourcechange: `sourcechange:${change}`,
    security: `security:${security.id}`,
  }
}

async function aSiteChange(
  of: OwnerOfEvidence['own'] & { readonly compared_with_at: Instant; readonly detected_at: Instant },
  database: Database,
): Promise<string> {
  const id = randomUUID()
  await database
    .insertInto('site_changes')
    .values({
      id,
      ...of,
      turn: 1,
      rule: 'site.declarations@4',
      digest: 'b',
      previous_digest: 'a',
      added: 2,
      removed: 1,
      parts: '{}',
    })
    .execute()
  return id
}

async function aMethod(
  of: OwnerOfEvidence['own'] & { readonly first_at: Instant; readonly detected_at: Instant },
  database: Database,
): Promise<string> {
  const id = randomUUID()
  const { project_id, source_id, first_at } = of
  const contract = { project_id, source_id, chain_id: 4663, contract: CONTRACT }
  await database
    .insertInto('contract_use')
    .values({
      ...contract,
      collected_from: first_at,
      since_creation: false,
      collected_to: of.detected_at,
      to_block: 9,
      to_block_hash: '0x',
      selectors_left_out: false,
      read_at: of.detected_at,
    })
    .execute()
  await database
    .insertInto('method_use')
    .values({
      ...contract,
      id,
      selector: '0xa9059cbb',
      first_block: 1,
      first_tx_index: 0,
      first_tx: '0x1',
      first_at,
      first_since_creation: false,
      last_block: 1,
      last_tx_index: 0,
      last_tx: '0x1',
      last_at: first_at,
      detected_at: of.detected_at,
    })
    .execute()
  return id
}
