import { expect, test } from 'vitest'
import { parseSlug } from '#contract/ids.ts'
import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import { claimLine } from '../line.ts'
import { unknownClaim } from './unknown.ts'

const slug = parseSlug('lumen')
if (slug === undefined) throw new Error('not a slug')
const UNKNOWN: AgentUnknown = {
  category: 'building',
  statement: 'What it builds is not known.',
  doNotConclude: 'Do not conclude that it is inactive.',
  reason: 'NO_SOURCE',
}

test.each<[AgentUnknown, string]>([
  [UNKNOWN, 'What it builds is not known. Do not conclude that it is inactive.'],
  [{ ...UNKNOWN, project: slug }, 'lumen: What it builds is not known. Do not conclude that it is inactive.'],
])(
  'what is unknown is a line that names its project, its reason and what not to conclude',
  (unknown, words) => {
    expect(claimLine(unknownClaim(unknown))).toBe(`UNKNOWN ${words} [reason NO_SOURCE]`)
  },
)
