import { type Static, Type } from 'typebox'
import { described, namedList, namedObject, nullable } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { ClaimNote } from './claim-note.ts'
import { IgnoredParameters, NextOffset, Title } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

const PaceWindow = namedObject('PaceWindow', {
  from: Instant,
  to: Instant,
  ships: Type.Optional(Type.Integer({ minimum: 0, description: 'Meaningful ships; absent while unknown' })),
})

/** A project whose standing signal says that it ships faster. */
export const AcceleratingProject = namedObject('AcceleratingProject', {
  project: ProjectReference,
  signal: described(EvidenceId, 'Evidence id of the signal'),
  title: Title,
  window: described(PaceWindow, 'The last 30 whole UTC days when the signal began'),
  before: described(PaceWindow, 'The 30 days before'),
  detectedAt: described(Instant, 'When the signal was first found'),
  claim: ClaimNote,
})
export type AcceleratingProject = Static<typeof AcceleratingProject>

/** Why the list is empty. `not_run`: no project was judged yet. `none_judged`: no project could be judged. */
const EmptyReason = namedList('AcceleratingEmpty', [
  'not_run',
  'none_judged',
  'none_accelerating',
  'past_the_end',
])

const Count = (description: string) => nullable(Type.Integer({ minimum: 0, description }))

/** The projects that ship faster than before, newest signal first. */
export const AcceleratingList = namedObject('AcceleratingList', {
  items: Type.Array(AcceleratingProject, { maxItems: 200 }),
  total: Count('Number of projects that accelerate; null while none was judged'),
  judged: Count('Published projects whose pace could be judged; null before the first run'),
  notMeasured: Count('Published projects whose pace could not be judged; null before the first run'),
  reason: Type.Optional(described(EmptyReason, 'Why the list is empty')),
  nextOffset: NextOffset,
  asOf: Type.Optional(described(Instant, 'The newest judgement; absent without one')),
  rule: Type.String({ description: 'Rule with its version' }),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type AcceleratingList = Static<typeof AcceleratingList>
