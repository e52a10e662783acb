import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, limitArgument } from '#contract/parameters/tool-arguments.ts'
import { builderClaims } from '#views/agent/claims/builders.ts'
import { unavailableClaim } from '#views/agent/claims/list.ts'
import { readBuilders } from '../../builders.ts'
import { listThatFits, nextCall } from '../fitting-list.ts'
import { defineTool } from '../tool.ts'

const { query } = OPERATIONS.builders.input

export const listBuilders = defineTool({
  name: 'list_builders',
  title: 'List builders by the Radar',
  description:
    'Who builds? Projects by Radar rank: verified development, on-chain use and research standing. Price, payment and holdings are no input.',
  input: {
    filter: argument(query.filter),
    q: argument(query.q, { description: 'Beginnings of words of a name, symbol, slug or contract' }),
    offset: argument(query.offset, { description: 'Entries to skip' }),
    limit: limitArgument(query.limit),
  },
  answer(call, deps) {
    const { input, bytes } = call
    return listThatFits({ limit: input.limit, bytes }, async (limit) => {
      const list = deps.checked('builders', await readBuilders({ ...input, limit }, deps))
      const { available, reason, total, nextOffset, disclaimer } = list
      if (!available) return { entries: [[unavailableClaim('builders', reason)]], disclaimer }
      const entries = list.items.map((item) => builderClaims(item, list))
      return { entries, total, disclaimer, ...nextCall('list_builders', call, nextOffset) }
    })
  },
})
