import { ANSWER_RULES, RULES_IN_SHORT } from './rules.ts'

/** What each tool is for, in the words of the guide and of the skills. */
export const TOOL_STEPS = {
  search_projects: 'search_projects finds the slug of a project by its name, symbol or contract.',
  get_project:
    'get_project gives what is known now. Other views: dossier, coverage, contracts, relationships, built_on.',
  lookup_token: 'lookup_token says whether a project is published for a contract.',
  explain_fact: 'explain_fact shows the rule and the inputs behind a value.',
  get_evidence:
    'get_evidence and svc://evidence/{id} show the record behind an evidence id, such as ship:<uuid>.',
  what_changed: 'what_changed answers a cursor, resume. Pass it as after next time: no gap, no repeat.',
  truncated: 'An answer that is cut says truncated and gives the next call.',
  validate_receipt: 'validate_receipt checks the records that a research receipt cites.',
} as const

/** A task with its steps, for a model that has the tools. @source Agent Skills, SKILL.md */
export type Skill = {
  /** The name of the skill. Its prompt has the same name with underscores. */
  readonly name: string
  readonly title: string
  /** What it does, and when to use it. */
  readonly description: string
  readonly steps: readonly string[]
  readonly rules: readonly string[]
}

export const CHECK_TOKEN: Skill = {
  name: 'check-token',
  title: 'Check a token',
  description:
    'Check by its contract whether a token is the token of a published project, and what is known of it. Use it for “is this the real token?”',
  steps: [
    `${TOOL_STEPS.lookup_token} Call it with token, the contract. Ask for the contract where only a symbol is given.`,
    'Where it finds no project, say that no published project has this contract as its token, and what the answer says of the contract. Then end. Conclude nothing about the token.',
    'Call get_project with the slug that it found. Report “Token verification” with its reason, and whether the activity is that of this token.',
    'Call get_project with view contracts for what is recorded of the contract: verified source, proxies, deployments.',
    `${TOOL_STEPS.explain_fact} Call it with fact token.verification where somebody asks why.`,
    TOOL_STEPS.get_evidence,
  ],
  rules: [
    ANSWER_RULES.notAProject,
    ANSWER_RULES.byContract,
    ANSWER_RULES.absent,
    ANSWER_RULES.price,
    ANSWER_RULES.advice,
  ],
}

export const FOLLOW_CHANGES: Skill = {
  name: 'follow-changes',
  title: 'Follow changes',
  description:
    'Follow what changes in one project or in all, again and again, without a gap or a repeat. Use it for a report or an alert that continues.',
  steps: [
    `${TOOL_STEPS.search_projects} Leave project out to follow all.`,
    'The first time, call what_changed with days, or with the cursor that an earlier report ended with as after.',
    `${TOOL_STEPS.truncated} Make it until nothing is left.`,
    `${TOOL_STEPS.what_changed} Store it with the report.`,
    'Never go on from a time: an event of an earlier day can arrive later.',
    'Keep the event id of each change that you report. A higher revision of it corrects what you reported; a withdrawn event is removed from it. Say so.',
    'History that was indexed later, backfill or bootstrap, is no news: report it apart.',
    TOOL_STEPS.get_evidence,
  ],
  rules: [ANSWER_RULES.kinds, ANSWER_RULES.absent, ANSWER_RULES.observed, ANSWER_RULES.advice],
}

export const SKILLS: readonly Skill[] = [CHECK_TOKEN, FOLLOW_CHANGES]

/** The address of a skill on the tool server. */
export function skillAddress({ name }: Pick<Skill, 'name'>): string {
  return `skill://${name}/SKILL.md`
}

/** The text of a skill's file, SKILL.md. */
export function skillText({ name, title, description, steps, rules }: Skill): string {
  return `---
name: ${name}
description: ${description}
---

# ${title}

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

# Rules

${[...rules, RULES_IN_SHORT].map((rule) => `- ${rule}`).join('\n')}
`
}

/** The skills as lines of a list. */
export function skillLines(): string {
  return SKILLS.map((skill) => `- \`${skillAddress(skill)}\`: ${skill.description}`).join('\n')
}
