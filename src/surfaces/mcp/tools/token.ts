import { OPERATIONS } from '#contract/operations/index.ts'
import { foundClaim, partnerClaims, scanCoverageClaims } from '#views/agent/claims/token.ts'
import { argumentsOf, textsOf } from './arguments.ts'
import type { Tool } from './tool.ts'

const { scan } = OPERATIONS

export const lookupToken: Tool = {
  name: 'lookup_token',
  title: 'Look up a token',
  description:
    'Which project, if any, is published for this contract, and does it ship? The scan with the Partner Card. A token is not a project, and a symbol is never looked up.',
  input: argumentsOf(scan.input.query, ['token', 'chain']),
  required: ['token'],
  answer: async ({ args, ask }) => {
    const query = textsOf(args, ['token', 'chain'])
    const card = await ask('scan', { query })
    if ('items' in card) throw new Error('a scan of one token answered a list')
    const { found, disclaimer } = card
    if (!found) return { claims: [foundClaim(card)], disclaimer }
    const partner = await ask('builder', { query })
    const claims = [foundClaim(card), ...partnerClaims(partner), ...scanCoverageClaims(card)]
    const { project } = card
    return { ...(project !== undefined && { about: { project, read: [] } }), claims, disclaimer }
  },
}
