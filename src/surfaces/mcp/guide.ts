import { CHAIN_ID } from '#contract/ids.ts'
import { NOT_OFFERED } from '#contract/parameters/agent-parameters.ts'
import { QUOTING_RULES, READING_RULES, RULES_IN_SHORT } from '#views/agent/rules.ts'
import { skillLines, TOOL_STEPS } from '#views/agent/skills.ts'

/** What a client may tell its model about the server. */
export const INSTRUCTIONS = `Recorded evidence about projects on EVM chain ${CHAIN_ID}. Find a slug with search_projects, then get_project. ${RULES_IN_SHORT}`

/** The resource svc://guide. */
export const GUIDE = `# How to read this service

${[...READING_RULES, ...QUOTING_RULES].map((rule) => `- ${rule}`).join('\n')}

# How to ask

${Object.values(TOOL_STEPS)
  .map((step, index) => `${index + 1}. ${step}`)
  .join('\n')}

# Skills

Each is a resource, and a prompt with underscores in its name.

${skillLines()}

# What is not offered

${NOT_OFFERED}
`
