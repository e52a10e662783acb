import { OPERATIONS } from '#contract/operations/index.ts'
import { explainClaims } from '#views/agent/claims/explain.ts'
import { marketClaims, marketDayClaims } from '#views/agent/claims/market.ts'
import { timelineClaim } from '#views/agent/claims/timeline.ts'
import { argumentsOf, limitOf, PROJECT, textsOf } from './arguments.ts'
import { askProject } from './ask-project.ts'
import { pageThatFits } from './page.ts'
import type { Tool } from './tool.ts'

const { timeline, market, explain } = OPERATIONS

export const getProjectTimeline: Tool = {
  name: 'get_project_timeline',
  title: "Get a project's timeline",
  description:
    'What happened in a project, and when? Every piece of evidence on one axis, newest first. `lens` keeps one kind.',
  input: {
    project: PROJECT,
    ...argumentsOf(timeline.input.query, ['lens', 'before'], { before: 'From `next` of an answer' }),
    limit: limitOf(timeline.input.query.limit),
  },
  required: ['project'],
  answer: (call) =>
    pageThatFits(call, async (limit) => {
      const { args, ask } = call
      const query = { ...textsOf(args, ['lens', 'before']), limit: `${limit}` }
      const { answer: page, about } = await askProject(
        { name: 'timeline', words: String(args['project']), query },
        ask,
      )
      const before = page.nextCursor
      const older = { tool: 'get_project_timeline', arguments: { ...args, before }, why: 'older entries' }
      return {
        ...{ about, entries: page.items.map((entry) => [timelineClaim(entry)]) },
        disclaimer: page.disclaimer,
        ...(before !== null && { hasMore: true, next: [older] }),
      }
    }),
}

/** Days of a market, unless the caller asks for others: the first and newest of them are worth most. */
const MARKET_DAYS = 7

export const getProjectMarket: Tool = {
  name: 'get_project_market',
  title: "Get the market of a project's token",
  description:
    'What are the market figures of a project? Newest day first: price, liquidity, volume and valuation by provider, each with its time. Context only, never advice. marketCap and fdv are never one figure.',
  input: {
    project: PROJECT,
    days: { ...argumentsOf(market.input.query, ['days'])['days'], default: MARKET_DAYS },
  },
  required: ['project'],
  answer: async ({ args, ask }) => {
    const { project, days = MARKET_DAYS } = args
    const query = { days: `${days}` }
    const { answer, about } = await askProject({ name: 'market', words: String(project), query }, ask)
    const newestFirst = answer.items.toReversed()
    return {
      about,
      claims: [
        ...marketClaims(answer),
        ...newestFirst.flatMap((day) => marketDayClaims(answer.project.slug, day)),
      ],
      disclaimer: answer.disclaimer,
    }
  },
}

export const explainFact: Tool = {
  name: 'explain_fact',
  title: 'Explain a fact',
  description:
    'Why does a value stand as it does? The rule with its text, each input with its source and time, and what was unknown. Without `fact`: the facts that can be explained.',
  input: { project: PROJECT, ...argumentsOf(explain.input.query, ['fact', 'source']) },
  required: ['project'],
  answer: async ({ args, ask }) => {
    const query = textsOf(args, ['fact', 'source'])
    const { answer, about } = await askProject(
      { name: 'explain', words: String(args['project']), query },
      ask,
    )
    return { about, claims: explainClaims(answer), disclaimer: answer.disclaimer }
  },
}
