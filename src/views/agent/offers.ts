import type { AgentCapability } from '#contract/shapes/agent-answer.ts'
import type { AgentContract } from '#contract/shapes/agent-contract.ts'

/** Each capability with its path, what it answers and the parameters it reads. */
export const AGENT_OFFERS: AgentContract['capabilities'] = [
  {
    name: 'research_project',
    url: '/api/agent/research_project?project={project}',
    description:
      'What is known of a project: building, market, token, locks, newest changes and what is unknown',
    parameters: ['project', 'contract'],
  },
  {
    name: 'what_changed',
    url: '/api/agent/what_changed?project={project}&days={days}',
    description:
      'What the ledger recorded in the last days, or after `data.resume` of an earlier answer, of one project or of all',
    parameters: ['project', 'contract', 'days', 'after'],
  },
  {
    name: 'builder_status',
    url: '/api/agent/builder_status?project={project}',
    description: 'Whether a project ships, what it shipped last, and how well that is measured',
    parameters: ['project', 'contract'],
  },
  {
    name: 'verify_project',
    url: '/api/agent/verify_project?contract={contract}',
    description: 'Whether a project itself names a token, and how far the project is verified',
    parameters: ['project', 'contract'],
  },
  {
    name: 'compare_builders',
    url: '/api/agent/compare_builders?projects={projects}',
    description: 'Two to four projects side by side, in the order of the question, without a winner',
    parameters: ['projects'],
  },
  {
    name: 'unknowns',
    url: '/api/agent/unknowns?project={project}',
    description: 'What is not known of a project, why, and what must not be concluded from that',
    parameters: ['project', 'contract'],
  },
  {
    name: 'ships',
    url: '/api/agent/ships?project={project}&days={days}',
    description:
      'What was shipped, of one project or of all: the ships that count, of one kind or in the last days, releases before code weeks',
    parameters: ['project', 'contract', 'days', 'kind'],
  },
  {
    name: 'built_on',
    url: '/api/agent/built_on?project={project}',
    description: 'Which projects a project builds on, and which build on it, as reviewed statements say',
    parameters: ['project', 'contract'],
  },
]

/** The parameters that a capability reads. */
export function parametersOf(capability: AgentCapability): readonly string[] {
  const offer = AGENT_OFFERS.find(({ name }) => name === capability)
  if (offer === undefined) throw new Error(`no capability ${capability} is offered`)
  return offer.parameters
}
