import { NOT_OFFERED } from '#contract/agent-parameters.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { QUOTING_RULES, READING_RULES, RULES_IN_SHORT } from '#views/agent/rules.ts'

/** What a client may tell its model about the server. */
export const INSTRUCTIONS = `Recorded evidence about projects on EVM chain ${CHAIN_ID}. Find a slug with search_projects, then get_project. ${RULES_IN_SHORT}`

const STEPS = [
  'search_projects finds the slug of a project by its name, symbol or contract.',
  'get_project gives what is known now. Other views: dossier, coverage, contracts, relationships, built_on.',
  'lookup_token says whether a project is published for a contract.',
  'explain_fact shows the rule and the inputs behind a value.',
  'get_evidence and svc://evidence/{id} show the record behind an evidence id, such as ship:<uuid>.',
  'what_changed answers a cursor, resume. Pass it as after next time: no gap, no repeat.',
  'An answer that is cut says truncated and gives the next call.',
  'validate_receipt checks the records that a research receipt cites.',
]

/** The resource svc://guide. */
export const GUIDE = `# How to read this service

${[...READING_RULES, ...QUOTING_RULES].map((rule) => `- ${rule}`).join('\n')}

# How to ask

${STEPS.map((step, index) => `${index + 1}. ${step}`).join('\n')}

# What is not offered

${NOT_OFFERED}
`
