import { type Static, Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { AgentCapability } from './agent-answer.ts'
import { IgnoredParameters, Url } from './fields.ts'

/** The address of a read, in the index of the API and in the contract for agents. */
export const ReadAddress = namedObject('ReadAddress', {
  name: Type.String(),
  url: Type.String(),
  description: Type.String(),
})

const CapabilityOffer = namedObject('AgentCapabilityOffer', {
  name: AgentCapability,
  url: Type.String({ description: 'The address, with the parameters it needs in braces' }),
  description: Type.String(),
  parameters: Type.Array(Type.String(), { description: 'The parameters it reads' }),
})

/** What an agent may ask, how to read an answer, and how to cite it. @source contract, Agent interfaces */
export const AgentContract = namedObject('AgentContract', {
  description: Type.String(),
  capabilities: Type.Array(CapabilityOffer, { minItems: 1 }),
  notOffered: Type.String({ description: 'What no capability answers' }),
  rules: Type.Array(Type.String(), { minItems: 1, description: 'What holds for every answer' }),
  words: Type.Array(Type.String(), {
    minItems: 1,
    description: 'Whose words an answer holds, and how that is marked',
  }),
  errors: Type.String({ description: 'The form of a refusal here and elsewhere' }),
  citing: Type.Object({ url: Type.String(), description: Type.String() }),
  limits: Type.Object({
    requestsPerMinute: Type.Integer({ minimum: 1, description: 'Of a caller without a key' }),
    cacheSeconds: Type.Integer({ minimum: 1, description: 'The highest age of an anonymous answer' }),
    answerBytes: Type.Integer({ minimum: 1, description: 'The most bytes of an answer' }),
    candidates: Type.Integer({ minimum: 1, description: 'The most candidates of an ambiguous name' }),
  }),
  reads: Type.Array(ReadAddress, { minItems: 1 }),
  links: Type.Array(Type.Object({ name: Type.String(), url: Url }), { minItems: 1 }),
  openapi: Url,
  query: Type.Object({ ignoredParameters: IgnoredParameters }),
})
export type AgentContract = Static<typeof AgentContract>
