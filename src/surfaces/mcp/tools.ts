import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { type TSchema, Type } from 'typebox'
import { LIMITS } from '#contract/limits.ts'
import { TOOL_OUTPUT } from '#contract/shapes/tool-answer.ts'
import { getProject } from '#reads/agent/questions/get-project.ts'
import { TOOLS } from '#reads/agent/questions/index.ts'
import type { Tool } from '#reads/agent/tool.ts'
import { PROJECT_CARD } from './app/project-card.ts'

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
export function inputSchemaOf({ input, body, isWhole }: Tool) {
  const own = Object.entries(input).map(([name, { schema }]) => [name, schema] as const)
  const properties: Readonly<Record<string, TSchema>> = {
    ...Object.fromEntries(own),
    ...(body !== undefined && { [body.name]: objectSchema(body.description) }),
    ...(isWhole !== true && { maxTokens: MAX_TOKENS }),
  }
  const named = Object.keys(input).filter((name) => input[name]?.presence === 'required')
  const required = body === undefined ? named : [...named, body.name]
  return { type: 'object', properties, required, additionalProperties: false } as const
}

function objectSchema(description: string): TSchema {
  return Type.Unsafe({ type: 'object', description })
}

/** The tools as they are listed: the same bytes in every process. */
export const LISTED_TOOLS = TOOLS.map((tool): ListedTool => {
  const { name, title, description } = tool
  const inputSchema: ListedTool['inputSchema'] = JSON.parse(JSON.stringify(inputSchemaOf(tool)))
  const app = name === getProject.name && { _meta: { ui: { resourceUri: PROJECT_CARD.uri } } }
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema: TOOL_OUTPUT,
    annotations: ANNOTATIONS,
    ...app,
  }
})
