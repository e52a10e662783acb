import { OPERATIONS } from '#contract/operations/index.ts'
import { argumentWithDefault, projectArgument } from '#contract/parameters/tool-arguments.ts'
import { marketClaims, marketDayClaims } from '#views/agent/claims/market.ts'
import { readMarket } from '../../market.ts'
import { findProject } from '../about.ts'
import { defineTool } from '../tool.ts'

/** Days of a market when the caller names no number. Claims are cut from the end, so the newest days are kept. */
const DEFAULT_DAYS = 7

export const getProjectMarket = defineTool({
  name: 'get_project_market',
  title: "Get the market of a project's token",
  description:
    'What are the market figures of a project? Newest day first: price, liquidity, volume and valuation by provider, each with its time. Context only, never advice. marketCap and fdv are never one figure.',
  input: {
    project: projectArgument,
    days: argumentWithDefault(OPERATIONS.market.input.query.days, DEFAULT_DAYS),
  },
  async answer({ input }, deps) {
    const { slug, about } = await findProject(input.project, deps)
    const read = await readMarket({ slug, days: input.days }, deps)
    const market = deps.checked('market', read)
    const newestFirst = market.items.toReversed()
    const days = newestFirst.flatMap((day) => marketDayClaims(market.project.slug, day))
    return { about, claims: [...marketClaims(market, deps.site), ...days], disclaimer: market.disclaimer }
  },
})
