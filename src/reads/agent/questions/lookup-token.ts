import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, requiredArgument } from '#contract/tool-arguments.ts'
import { foundClaim, partnerClaims, scanCoverageClaims } from '#views/agent/claims/token.ts'
import { readBuilder } from '../../builder.ts'
import { readScan } from '../../scan.ts'
import { defineTool } from '../tool.ts'

const { query } = OPERATIONS.scan.input

export const lookupToken = defineTool({
  name: 'lookup_token',
  title: 'Look up a token',
  description:
    'Which project, if any, is published for this contract, and does it ship? The scan with the Partner Card. A token is not a project, and a symbol is never looked up.',
  input: { token: requiredArgument(query.token), chain: argument(query.chain) },
  async answer({ input }, deps) {
    const card = await readScan({ ...input, ignoredParameters: [] }, deps)
    if ('items' in card) throw new Error('a scan of one token answered a list')
    const { found, disclaimer, project } = card
    if (!found) return { claims: [foundClaim(card)], disclaimer }
    const partner = await readBuilder({ token: input.token, ignoredParameters: [] }, deps)
    const claims = [foundClaim(card, partner), ...partnerClaims(partner), ...scanCoverageClaims(card)]
    return { ...(project !== undefined && { about: { project, read: [] } }), claims, disclaimer }
  },
})
