import type { AgentCapability } from '#contract/shapes/agent-answer.ts'

/** A capability in words: its name, its tags, and questions that ask it. */
type Skill = {
  readonly name: string
  readonly tags: readonly [string, ...string[]]
  readonly examples: readonly [string, ...string[]]
}

/** What can be asked in words. Each example is a question that the service reads as this capability. */
export const SKILLS: Readonly<Record<AgentCapability, Skill>> = {
  research_project: {
    name: 'Research a project',
    tags: ['research', 'evidence', 'projects'],
    examples: ['Research Lumen', 'What is known about "Harbour Alpha"?'],
  },
  what_changed: {
    name: 'List what changed',
    tags: ['changes', 'ledger'],
    examples: ['What changed at Lumen in the last 7 days?', 'What happened since c1.0?'],
  },
  builder_status: {
    name: 'Tell whether a project ships',
    tags: ['activity', 'shipping', 'builders'],
    examples: ['Is Lumen still building?', 'What has Lumen shipped?'],
  },
  verify_project: {
    name: 'Verify the token of a project',
    tags: ['verification', 'tokens', 'contracts'],
    examples: ['Verify 0x1111111111111111111111111111111111111111', 'Is Lumen verified?'],
  },
  compare_builders: {
    name: 'Compare builders',
    tags: ['comparison', 'builders'],
    examples: ['Compare Lumen and Ember', 'Lumen vs Ember'],
  },
  unknowns: {
    name: 'List what is unknown',
    tags: ['unknowns', 'coverage'],
    examples: ['What is unknown about Lumen?', 'Why is Lumen unknown?'],
  },
  ships: {
    name: 'List what was shipped',
    tags: ['ships', 'releases', 'shipping'],
    examples: ['What shipped at Lumen last week?', 'What was released in the last 3 days?'],
  },
  built_on: {
    name: 'Tell what builds on what',
    tags: ['relationships', 'builders'],
    examples: ['Who builds on Lumen?', 'What does Lumen build on?'],
  },
}
