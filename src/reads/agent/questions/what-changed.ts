import { QUESTION } from '#contract/parameters/agent-parameters.ts'
import { argument, questionProject } from '#contract/parameters/tool-arguments.ts'
import { unknownClaim } from '#views/agent/claims/unknown.ts'
import { aboutOf } from '../about.ts'
import { type Capability, queryOf } from '../capability.ts'
import { NEW, NEWEST, NUMBER } from '../capability-words.ts'
import { readChanged } from '../changed.ts'
import { resolveProject } from '../resolve.ts'
import { defineTool } from '../tool.ts'

const CHANGED = 'change, changed, changes, happen, happened, happening, happens'

export const whatChanged: Capability = {
  name: 'what_changed',
  title: 'List what changed',
  description:
    'What the ledger recorded in the last days, or after `data.resume` of an earlier answer, of one project or of all',
  address: '/api/agent/what_changed?project={project}&days={days}',
  parameters: ['project', 'contract', 'days', 'after'],
  tags: ['changes', 'ledger'],
  examples: ['What changed at Lumen in the last 7 days?', 'What happened since c1.0?'],
  words: { first: CHANGED, named: NEW, last: 'since', answered: [CHANGED, NEW, NEWEST, NUMBER], ofAll: true },
  async answer(input, deps) {
    const named = await resolveProject(input, { ...deps, words: whatChanged.words })
    const answer = await readChanged({ input, named, query: queryOf(input, named) }, deps)
    return { answer, named: named === undefined ? [] : [named] }
  },
}

const { contract, days, after } = QUESTION

/** The question for changes as a tool. */
export const whatChangedTool = defineTool({
  name: 'what_changed',
  title: 'What changed',
  description:
    'What changed, of one project or of all? Pass the resume cursor of the last answer as `after` to go on without a gap or a repeat. A retracted event must be forgotten.',
  input: {
    contract: argument(contract),
    days: argument(days),
    after: argument(after),
    project: questionProject,
  },
  isWhole: true,
  async answer({ input, args }, deps) {
    const capabilityInput = { capability: whatChanged.name, ...input }
    const { answer, named } = await whatChanged.answer(capabilityInput, deps)
    const { claims, unknowns, truncated, data, disclaimer } = answer
    const { days: _days, ...rest } = args
    const [after, why] =
      data.start === undefined
        ? [data.resume, 'the next changes']
        : [data.start, 'every change of these days, oldest first']
    const next = { tool: 'what_changed', arguments: { ...rest, after }, why }
    const [one] = named
    return {
      ...(one !== undefined && { about: aboutOf(one, deps) }),
      claims: [...claims, ...unknowns.map(unknownClaim)],
      disclaimer,
      total: data.total,
      resume: data.resume,
      ...(truncated && { hasMore: true, next: [next] }),
    }
  },
})
