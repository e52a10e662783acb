import { CHAIN_ID } from '#contract/ids.ts'
import type { Operation } from '#contract/operation.ts'
import type { OperationName } from '#contract/operations/index.ts'
import { A2A_VERSION } from '#contract/shapes/a2a.ts'
import type { AgentCard } from '#contract/shapes/agent-card.ts'
import type { Site } from '../site/links.ts'
import type { Offer } from './offer.ts'

const NAME = 'Evidence Research Service'
export const CARD_KEYS = '/.well-known/jwks.json'
const MODES = ['text/plain', 'application/json']

/** The address of the keys that verify the signatures of the card, as JSON Web Key Set. */
export function cardKeysAddress({ baseUrl }: Site): string {
  return `${baseUrl}${CARD_KEYS}`
}

/** The card of the agent: its one interface, and a skill for each capability. */
export function agentCard(
  {
    operations,
    version,
    offers,
  }: {
    readonly operations: Readonly<Record<OperationName, Operation>>
    readonly version: string
    readonly offers: readonly Offer[]
  },
  { baseUrl }: Site,
): AgentCard {
  const at = (name: OperationName) => `${baseUrl}${operations[name].path}`
  return {
    name: NAME,
    description: `Answers what is recorded of projects on chain ${CHAIN_ID}, each line with its evidence. No price prediction, advice or wallet analysis.`,
    version,
    supportedInterfaces: [{ url: at('a2a'), protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION }],
    provider: { organization: NAME, url: at('index') },
    documentationUrl: at('guide'),
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      apiKey: {
        apiKeySecurityScheme: {
          location: 'header',
          name: 'x-api-key',
          description: 'Optional: every question is answered without a key. A key raises the rate limit.',
        },
      },
    },
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: offers.map(({ name: id, title: name, description, tags, examples }) => ({
      id,
      name,
      description,
      tags: [...tags],
      examples: [...examples],
    })),
  }
}
