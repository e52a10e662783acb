import { CHAIN_ID } from '#contract/ids.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, requiredArgument } from '#contract/parameters/tool-arguments.ts'
import { findHeldContract } from '#records/contracts/held-contracts.ts'
import {
  foundClaim,
  heldClaim,
  notFoundClaim,
  partnerClaims,
  scanCoverageClaims,
} from '#views/agent/claims/token.ts'
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
    const card = await readScan(input, deps)
    if ('items' in card) throw new Error('a scan of one token answered a list')
    const { disclaimer, project } = card
    const held =
      card.chain_id === CHAIN_ID ? await findHeldContract(card.contract_address, deps.reader) : undefined
    if (project === undefined) {
      const claims = [notFoundClaim(card), ...(held === undefined ? [] : [heldClaim(held, deps.site)])]
      return { claims, disclaimer }
    }
    const partner = await readBuilder({ token: input.token }, deps)
    const claims = [
      foundClaim(partner, project, held),
      ...partnerClaims(partner, card.coverage),
      ...scanCoverageClaims(card),
    ]
    return { about: { project, read: [] }, claims, disclaimer }
  },
})
