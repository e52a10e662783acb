import { orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import { NOTE_EVIDENCE_MAX } from '#contract/shapes/claim-note.ts'
import type { Contract, ProjectContracts } from '#contract/shapes/contract.ts'
import { type ContractSections, contractSections, type Section } from '#domain/contracts/contract-sections.ts'
import type { ContractRecord } from '#domain/contracts/held-contract.ts'
import { CALLS_SCOPE } from '#domain/contracts/method-calls.ts'
import type { Implementation, Interface } from '#domain/contracts/records.ts'
import type { CardEvidence, DimensionCoverage } from '#domain/project/card-evidence.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { sourceReference } from '../evidence/receipt.ts'
import { listItems } from '../lists/list-items.ts'
import { projectReference } from '../project/reference.ts'
import type { ViewDeps } from '../site/links.ts'
import { sourceWords } from '../words/sources.ts'

/** The verification of the token that the project of a contract has. */
type OfProject = Pick<CardEvidence, 'tokenVerification'>

/** A contract with its sections. Each section has its state and its known fields. */
export function contractOf(record: ContractRecord & OfProject, { now, site }: ViewDeps): Contract {
  const { contract, project, source, tokenVerification } = record
  const sections = contractSections(record, project.scoredAt ?? now)
  return {
    chainId: CHAIN_ID,
    contract: contract.address,
    project: projectReference(project, site),
    role: contract.role,
    source: sourceReference(source),
    counted: source.counted,
    ...(contract.role === 'token' && verifiedAs(tokenVerification)),
    detectedAt: contract.detectedAt,
    ...known({ noCodeAt: sections.noCodeAt }),
    creation: { ...read(sections.creation), ...creationOf(sections.creation.value) },
    deployer: { ...read(sections.deployer), ...known({ address: sections.deployer.value }) },
    proxy: { ...read(sections.proxy), ...(sections.proxy.value === null ? {} : known(sections.proxy.value)) },
    implementations: { ...read(sections.implementations), ...historyOf(sections.implementations.value) },
    verifiedSource: {
      ...read(sections.verifiedSource),
      ...known({ items: sections.verifiedSource.value?.map(verifiedOf) ?? null }),
    },
    interface: { ...read(sections.interface), ...interfaceOf(sections.interface.value) },
    activity: { ...read(sections.activity), ...activityOf(sections.activity.value) },
    ...known({ asOf: project.scoredAt }),
    disclaimer: DISCLAIMERS.contract,
  }
}

/** The contracts of a project, with the state of the reading of its deployments. */
export function projectContracts(
  list: OfProject &
    Ignoring & {
      readonly project: PublishedProject
      readonly deployments: DimensionCoverage
      readonly contracts: readonly ContractRecord[]
      readonly total: number
    },
  deps: ViewDeps,
): ProjectContracts {
  const { project, tokenVerification, deployments, contracts, total } = list
  const listed = listItems(contracts, {
    name: ({ contract }) => contract.address,
    build: (record) => contractOf({ ...record, tokenVerification }, deps),
  })
  const isKnown = total > 0 || deployments.state === 'MEASURED'
  return {
    project: projectReference(project, deps.site),
    ...read(deployments),
    ...(isKnown ? { ...listed, total, truncated: total > contracts.length } : {}),
    ...known({ asOf: project.scoredAt }),
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.contract,
  }
}

function verifiedAs(claim: OfProject['tokenVerification']) {
  const verified = orNull(claim)
  return verified === null ? {} : { tokenVerification: verified.status }
}

function read({ state, observedAt }: Pick<Section<unknown>, 'state' | 'observedAt'>) {
  return { state, ...known({ observedAt }) }
}

function creationOf(value: ContractSections['creation']['value']) {
  if (value === null) return {}
  const { block, at, tx, settled } = value
  return { block, createdAt: at, settled, ...known({ transaction: tx === null ? null : tx.hash }) }
}

function historyOf(value: ContractSections['implementations']['value']) {
  if (value === null) return {}
  const { items, total } = value
  return { items: items.map(implementationOf), total, truncated: total > items.length }
}

function implementationOf(one: Implementation): NonNullable<Contract['implementations']['items']>[number] {
  const { log, previousImplementation, beacon } = one
  return {
    evidenceId: one.id,
    implementation: one.implementation,
    ...known({ previousImplementation, beacon }),
    ...(log === null
      ? { precision: 'OBSERVED' }
      : {
          precision: 'EXACT',
          block: log.blockNumber,
          transaction: log.txHash,
          occurredAt: log.blockTime,
        }),
    initial: one.initial,
    settled: one.settled,
    detectedAt: one.detectedAt,
  }
}

function verifiedOf(one: Interface): NonNullable<Contract['verifiedSource']['items']>[number] {
  const { contract, provider, match, functions, events, detectedAt, observedAt, verifiedAt } = one
  return {
    evidenceId: one.id,
    contract,
    provider,
    match,
    functions,
    events,
    since: detectedAt,
    ...known({ verifiedAt }),
    observedAt,
  }
}

function interfaceOf(value: ContractSections['interface']['value']) {
  if (value === null) return {}
  const { current, before } = value
  return { ...countsOf(current), ...known({ before: before === null ? null : countsOf(before) }) }
}

function countsOf({ contract, functions, events, id }: Interface) {
  return { contract, functions, events, evidenceId: id }
}

function activityOf(value: ContractSections['activity']['value']) {
  if (value === null) return {}
  const { from, to, calls, methods, collectedFrom, evidence } = value
  return {
    from,
    to,
    calls,
    methods: methods.slice(0, LIMITS.contractMethods).map((method) => ({
      evidenceId: method.id,
      method: sourceWords(method.signature),
      calls: method.calls,
      lastCalledAt: method.lastCalledAt,
    })),
    methodsTotal: methods.length,
    scope: CALLS_SCOPE,
    collectedFrom,
    evidence: evidence.slice(0, NOTE_EVIDENCE_MAX),
  }
}
