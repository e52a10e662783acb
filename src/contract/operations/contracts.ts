import { definePublicRead } from '../operation.ts'
import { indexedChain, required, slug, tokenAddress } from '../parameters/parameter.ts'
import { Contract, ProjectContracts } from '../shapes/contract.ts'
import contractExamples from './examples/contract.json' with { type: 'json' }
import projectContractsExamples from './examples/project-contracts.json' with { type: 'json' }

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
  examples: contractExamples,
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
    'The token, the contracts of its launch, declared contracts, and deployments, newest first, each as the contract endpoint serves it. At most 100; total counts all. The state is that of the reading of deployments.',
  examples: projectContractsExamples,
})
