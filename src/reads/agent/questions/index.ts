import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import type { Capability } from '../capability.ts'
import type { Tool } from '../tool.ts'
import { builderStatus } from './builder-status.ts'
import { builtOn } from './built-on.ts'
import { compareBuilders, compareProjects } from './compare.ts'
import { explainFact } from './explain-fact.ts'
import { getEvidence } from './get-evidence.ts'
import { getProject } from './get-project.ts'
import { getProjectMarket } from './get-project-market.ts'
import { getProjectTimeline } from './get-project-timeline.ts'
import { listBuilders } from './list-builders.ts'
import { listShips } from './list-ships.ts'
import { lookupToken } from './lookup-token.ts'
import { researchProject } from './research-project.ts'
import { searchProjects } from './search-projects.ts'
import { ships } from './ships.ts'
import { unknowns } from './unknowns.ts'
import { validateReceipt } from './validate-receipt.ts'
import { verifyProject } from './verify-project.ts'
import { whatChanged, whatChangedTool } from './what-changed.ts'

/**
 * Every capability by its name. When the words of a question ask for several capabilities, the first in this order
 * counts. A name without a capability does not compile.
 */
export const CAPABILITIES: Readonly<Record<AgentCapability, Capability>> = {
  what_changed: whatChanged,
  built_on: builtOn,
  unknowns,
  ships,
  builder_status: builderStatus,
  verify_project: verifyProject,
  compare_builders: compareBuilders,
  research_project: researchProject,
}

/** Every capability, in the order in which they are offered. */
export const OFFERED: readonly Capability[] = AgentCapability.enum.map((name) => CAPABILITIES[name])

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  searchProjects,
  getProject,
  getProjectTimeline,
  getProjectMarket,
  explainFact,
  whatChangedTool,
  compareProjects,
  listShips,
  listBuilders,
  lookupToken,
  getEvidence,
  validateReceipt,
]
