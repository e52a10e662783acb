import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { type TSchema, Type } from 'typebox'
import { LIMITS } from '#contract/limits.ts'
import { TOOL_OUTPUT } from '#contract/shapes/tool-answer.ts'
import { compareProjects, whatChanged } from './changes.ts'
import { getEvidence, validateReceipt } from './evidence.ts'
import { listBuilders, listShips, searchProjects } from './lists.ts'
import { getProject } from './project.ts'
import { explainFact, getProjectMarket, getProjectTimeline } from './project-reads.ts'
import { lookupToken } from './token.ts'
import type { Tool } from './tool.ts'

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  searchProjects,
  getProject,
  getProjectTimeline,
  getProjectMarket,
  explainFact,
  whatChanged,
  compareProjects,
  listShips,
  listBuilders,
  lookupToken,
  getEvidence,
  validateReceipt,
]

const CACHEABLE = new Set(TOOLS.filter(({ cacheable }) => cacheable !== 'never').map(({ name }) => name))

/** Whether there is a tool of this name whose answers a cache may store. */
export const isCacheable = (name: string) => CACHEABLE.has(name)

const { min, max, default: usual } = LIMITS.answerTokens
const MAX_TOKENS = Type.Integer({
  minimum: min,
  maximum: max,
  default: usual,
  description: 'Most tokens of the answer',
})
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** The schema of a tool's arguments. No other argument is taken. */
export function inputSchemaOf({ input, required, isWhole }: Tool) {
  const properties: Readonly<Record<string, TSchema>> =
    isWhole === true ? input : { ...input, maxTokens: MAX_TOKENS }
  return { type: 'object', properties, required: [...required], additionalProperties: false } as const
}

/** The tools as they are listed: the same bytes in every process. */
export const LISTED_TOOLS = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool),
  outputSchema: TOOL_OUTPUT,
  annotations: ANNOTATIONS,
})) as unknown as ListedTool[]
