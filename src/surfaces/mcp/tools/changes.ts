import { Type } from 'typebox'
import { LIMITS } from '#contract/limits.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { unknownClaim } from '#views/agent/claims/unknown.ts'
import { argumentsOf, PROJECT, textsOf } from './arguments.ts'
import { aboutOf } from './ask-project.ts'
import type { Tool } from './tool.ts'

const { query } = OPERATIONS.agentCapability.input
const ASKED = ['project', 'contract', 'days', 'after'] as const

export const whatChanged: Tool = {
  name: 'what_changed',
  title: 'What changed',
  description:
    'What changed, of one project or of all? Pass the resume cursor of the last answer as `after` to go on without a gap or a repeat. A retracted event must be forgotten.',
  input: {
    ...argumentsOf(query, ['contract', 'days', 'after']),
    project: PROJECT,
  },
  required: [],
  isWhole: true,
  answer: async ({ args, ask }) => {
    const answer = await ask('agentCapability', {
      path: { capability: 'what_changed' },
      query: textsOf(args, ASKED),
    })
    const { claims, unknowns, truncated, data, disclaimer, subject } = answer
    const { days: _days, ...rest } = args
    const [after, why] =
      data.start === undefined
        ? [data.resume, 'the next changes']
        : [data.start, 'every change of these days, oldest first']
    const next = { tool: 'what_changed', arguments: { ...rest, after }, why }
    return {
      ...(subject !== undefined && { about: aboutOf(subject, answer.query) }),
      claims: [...claims, ...unknowns.map(unknownClaim)],
      ...{ disclaimer, total: data.total, resume: data.resume },
      ...(truncated && { hasMore: true, next: [next] }),
    }
  },
}

/** A project of a list, in which a comma parts two. */
const NAMED = Type.Unsafe({ ...PROJECT, pattern: '^[^,]+$' })

export const compareProjects: Tool = {
  name: 'compare_projects',
  title: 'Compare projects',
  description:
    'How do two to four projects compare? Each with its status, newest ship, ships in 30 days, momentum and research level, in the order asked. None wins.',
  input: {
    projects: Type.Array(NAMED, { minItems: LIMITS.compared.min, maxItems: LIMITS.compared.max }),
  },
  required: ['projects'],
  answer: async ({ args, ask }) => {
    const { claims, unknowns, disclaimer, answer } = await ask('agentCapability', {
      path: { capability: 'compare_builders' },
      query: { projects: String(args['projects']) },
    })
    return { notes: [answer], claims: [...claims, ...unknowns.map(unknownClaim)], disclaimer }
  },
}
