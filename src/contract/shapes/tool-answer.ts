import { type Static, type TSchema, Type } from 'typebox'
import { described, namedObject } from '../enums.ts'
import { Cursor } from '../ids.ts'
import { AgentCandidates } from './agent-candidate.ts'
import { AgentClaim } from './agent-claim.ts'
import { ProjectReference } from './project-reference.ts'

/** A further call of a tool, ready to make. */
export const NextCall = namedObject('NextCall', {
  tool: Type.String(),
  arguments: Type.Record(Type.String(), Type.Unknown()),
  why: Type.String({ description: 'What the call answers' }),
})
export type NextCall = Static<typeof NextCall>

/** The structured content of every tool. The text content has the same facts. */
export const ToolAnswer = namedObject('ToolAnswer', {
  claims: Type.Array(AgentClaim),
  project: Type.Optional(described(ProjectReference, 'The project that the claims are about')),
  truncated: Type.Boolean({ description: 'True: claims are left out; `next` has the call that gives them' }),
  total: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of entries that match' })),
  resume: Type.Optional(Cursor),
  next: Type.Array(NextCall),
  disclaimer: Type.Optional(Type.String()),
  error: Type.Optional(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      candidatesTotal: Type.Optional(AgentCandidates.candidatesTotal),
      candidates: Type.Optional(AgentCandidates.candidates),
    }),
  ),
})
export type ToolAnswer = Static<typeof ToolAnswer>

/**
 * The schema of `ToolAnswer` as tools show it: short, because every tool repeats it, and open to added fields, because
 * clients refuse an answer with a field that a closed schema does not have.
 */
export const TOOL_OUTPUT = {
  type: 'object',
  properties: {
    claims: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
    next: { type: 'array', items: { type: 'object' } },
  },
  required: ['claims', 'truncated', 'next'],
} as const satisfies TSchema
