import { DISCLAIMERS } from '../disclaimers.ts'
import type { ContractAddress, EvidenceId } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { indexedChain, required, slug, tokenAddress } from '../parameter.ts'
import { Contract, ProjectContracts } from '../shapes/contract.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { lumen } from './example-lumen.ts'

const vault = '0x87102f62aa40c2fd004b8dd0635bd1715fc68532' as ContractAddress
const implementation = '0x189f023dd34e27914e373dc4cdbbb2e949f5f7bf' as ContractAddress
const evaluated = toInstant('2026-11-20T10:00:00Z')
const read = toInstant('2026-11-20T09:50:00Z')
const created = toInstant('2026-08-22T12:00:00Z')
const transaction = `0x${'ab'.repeat(32)}`
const declaredId: EvidenceId = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405170'
const explorerId: EvidenceId = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405171'
const interfaceId: EvidenceId = 'abi:6c2e9c77-2f4d-5a60-b8c3-1d2e3f405172'
const methodId: EvidenceId = 'method:7d3e9c77-2f4d-5a60-b8c3-1d2e3f405173'

const exampleContract: Contract = {
  ...{ chainId: 4663, contract: vault, project: lumen, role: 'declared' },
  source: {
    id: declaredId,
    kind: 'contract',
    locator: vault,
    url: null,
    establishedBy: 'site_link',
    establishedUrl: 'https://lumen.example',
  },
  counted: true,
  detectedAt: toInstant('2026-08-23T12:00:00Z'),
  creation: {
    ...{ state: 'MEASURED', observedAt: toInstant('2026-08-23T12:00:00Z') },
    ...{ block: 812_400, transaction, createdAt: created, settled: true },
  },
  deployer: {
    state: 'MEASURED',
    observedAt: toInstant('2026-08-23T12:00:00Z'),
    address: '0x86500c3d2a5e66491d752f92f25e387c1bd44ae7' as ContractAddress,
  },
  proxy: { state: 'MEASURED', observedAt: read, kind: 'eip1967', implementation },
  implementations: {
    ...{ state: 'MEASURED', observedAt: read },
    items: [
      {
        evidenceId: `impl:4663:${vault}:812400:3`,
        implementation,
        ...{ precision: 'EXACT', block: 812_400, transaction, occurredAt: created },
        ...{ initial: true, settled: true, detectedAt: toInstant('2026-08-23T12:00:00Z') },
      },
    ],
    ...{ total: 1, truncated: false },
  },
  verifiedSource: {
    ...{ state: 'MEASURED', observedAt: read },
    items: [
      {
        ...{ evidenceId: interfaceId, contract: implementation, provider: 'blockscout', match: 'exact' },
        ...{ functions: 14, events: 5, since: toInstant('2026-08-23T12:05:00Z'), observedAt: read },
      },
    ],
  },
  interface: {
    ...{ state: 'MEASURED', observedAt: read, contract: implementation },
    ...{ functions: 14, events: 5, evidenceId: interfaceId },
  },
  activity: {
    ...{ state: 'MEASURED', observedAt: read },
    ...{ from: '2026-11-13' as CalendarDate, to: '2026-11-19' as CalendarDate, calls: 42 },
    methods: [
      {
        ...{ evidenceId: methodId, method: 'deposit(uint256)', calls: 42 },
        lastCalledAt: toInstant('2026-11-19T18:20:00Z'),
      },
    ],
    methodsTotal: 1,
    scope:
      'successful transactions to the contract, up to the safe block; calls between contracts are not listed',
    collectedFrom: created,
    evidence: [explorerId, methodId],
  },
  asOf: evaluated,
  disclaimer: DISCLAIMERS.contract,
}

const unread = { state: 'NOT_ENOUGH_YET' } as const
/** A contract that was attached a moment ago. */
const newContract: Contract = {
  ...{ chainId: 4663, contract: vault, project: lumen, role: 'declared' },
  ...{ source: exampleContract.source, counted: true, detectedAt: exampleContract.detectedAt },
  ...{ creation: unread, deployer: unread, proxy: unread, implementations: unread },
  ...{ verifiedSource: unread, interface: unread, activity: unread },
  disclaimer: DISCLAIMERS.contract,
}

export const contract = definePublicRead({
  name: 'contract',
  operationId: 'getContract',
  path: '/api/contracts/{chainId}/{address}',
  input: { path: { chainId: required(indexedChain()), address: required(tokenAddress()) }, query: {} },
  output: Contract,
  errors: ['invalid_token', 'unsupported_chain'],
  tag: 'Contracts and tokens',
  summary: 'Get a contract',
  description:
    'A contract of a published project: its creation, deployer, proxy and implementation history, verified source, interface counts and seven days of activity. Each section says whether it was measured, and why not. A contract of a hidden project answers like one that was never recorded.',
  examples: [
    {
      name: 'proxy',
      summary: 'A proxy that a project declares',
      input: { chainId: '4663', address: vault },
      answer: exampleContract,
    },
  ],
})

export const projectContracts = definePublicRead({
  name: 'projectContracts',
  operationId: 'listProjectContracts',
  path: '/api/projects/{slug}/contracts',
  input: { path: { slug: required(slug()) }, query: {} },
  output: ProjectContracts,
  tag: 'Project records',
  summary: 'List the contracts of a project',
  description:
    'The token, the contracts of its launch, declared contracts, and deployments, newest first, each as the contract endpoint serves it. At most 100; total counts all. The state is that of the reading of deployments. A former slug answers 308.',
  examples: [
    {
      name: 'declared',
      summary: 'A project with one contract and a deployer that is read',
      input: { slug: 'lumen' },
      answer: {
        project: lumen,
        ...{ state: 'MEASURED', observedAt: read },
        ...{ items: [newContract], total: 1, truncated: false },
        ...{ asOf: evaluated, disclaimer: DISCLAIMERS.contract },
      },
    },
  ],
})
