import { Type } from 'typebox'
import { ShipKind } from '../enums.ts'
import { CHAIN_ID, type ContractAddress, parseAddress } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { AgentCapability } from '../shapes/agent-answer.ts'
import { choice, searchWords } from './list-parameters.ts'
import { contractReference, cursor, type Form, integration, optional, wholeNumber } from './parameter.ts'

/** What no capability answers. @source contract, Rules that hold for all content, 9 */
export const NOT_OFFERED =
  'The service offers no price prediction, valuation opinion, investment advice, buy or sell signal, or wallet analysis.'

/**
 * A capability. The refusal of an unknown capability lists the capabilities that are offered, and what is not offered.
 */
export function capability(): Form<AgentCapability> {
  const form = choice(AgentCapability, 'What is asked')
  return { ...form, expected: `${form.expected}. ${NOT_OFFERED.slice(0, -1)}` }
}

/** A project by its slug, name or ticker. */
function projectWords(): Form<string> {
  return searchWords(LIMITS.agentQuery, 'Slug, name or ticker of a project')
}

/** Several projects, each by its slug, name or ticker. */
function severalProjects(): Form<readonly string[]> {
  const { min, max } = LIMITS.compared
  const { parse } = projectWords()
  return {
    schema: Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.agentQuery.max }), {
      minItems: min,
      maxItems: max,
      description: `${min} to ${max} slugs, names or tickers, comma-separated or given several times`,
    }),
    expected: `${min} to ${max} slugs, names or tickers, comma-separated`,
    parse: (text) => {
      const words = text.split(',', max + 1).flatMap((part) => {
        const parsed = parse(part)
        return 'value' in parsed ? [parsed.value] : []
      })
      const isWrong = words.length < min || words.length > max || words.length < text.split(',').length
      return isWrong ? { refused: 'invalid_parameter' } : { value: words }
    },
  }
}

/** A contract of the indexed chain, with or without the chain id before it. */
function contractOrReference(): Form<ContractAddress> {
  const reference = contractReference()
  return {
    schema: Type.String({
      pattern: `^(${CHAIN_ID}:)?0x[0-9a-fA-F]{40}$`,
      description: `Contract, as an address or as ${CHAIN_ID}:<address>`,
    }),
    expected: `an address (0x and 40 hexadecimal digits), or ${CHAIN_ID}:<address>`,
    parse: (text) => {
      const address = parseAddress(text)
      return address === undefined ? reference.parse(text) : { value: address }
    },
  }
}

/**
 * The parameters of a question besides its capability. A capability ignores the parameters that it does not read, and
 * its answer names them.
 */
export const QUESTION = {
  project: optional(projectWords()),
  contract: optional(contractOrReference()),
  projects: optional(severalProjects()),
  days: optional(
    wholeNumber(
      LIMITS.agentDays,
      'Days back; what_changed, without it the last seven, and ships, without it all',
    ),
  ),
  kind: optional(choice(ShipKind, 'Kind of ship; ships')),
  after: optional(cursor(['sync'], '`data.resume` of an earlier answer; what_changed')),
  integration: integration(),
}
