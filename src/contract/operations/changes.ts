import { ChangeDomain } from '../enums.ts'
import { ChangeType } from '../events.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { choices } from '../parameters/list-parameters.ts'
import { contractReference, cursor, defaulted, optional, slug, wholeNumber } from '../parameters/parameter.ts'
import { dateOrInstant, instant } from '../parameters/time-parameter.ts'
import { ChangeList } from '../shapes/change.ts'
import examples from './examples/changes.json' with { type: 'json' }

export const changes = definePublicRead({
  name: 'changes',
  operationId: 'listChanges',
  path: '/api/changes',
  input: {
    path: {},
    query: {
      after: optional(cursor(['sync'], 'Events after this cursor, in ledger order; start with c1.0')),
      before: optional(
        cursor(['browse', 'sync'], 'Events that first arrived before this cursor, newest first'),
      ),
      cursor: optional(cursor(['browse', 'sync'], 'Continues a list in the mode that issued the cursor')),
      detectedSince: optional(
        instant('Starts at the first event recorded at or after this instant, in ledger order'),
      ),
      project: optional(slug()),
      contract: optional(contractReference()),
      domain: optional(choices(ChangeDomain, 'Domains')),
      type: optional(choices(ChangeType, 'Event types')),
      since: optional(dateOrInstant('start', 'Only events with an `occurredAt` at or after this time')),
      until: optional(dateOrInstant('end', 'Only events with an `occurredAt` at or before this time')),
      limit: defaulted(wholeNumber(LIMITS.changeItems, 'Events in one answer'), LIMITS.changeItems.default),
    },
  },
  output: ChangeList,
  errors: ['invalid_cursor', 'unsupported_chain'],
  exclusive: ['after', 'before', 'cursor', 'detectedSince'],
  tag: 'Change ledger',
  summary: 'List changes of the ledger',
  description:
    'Every recorded change. Without a cursor, or with `before`, the newest arrival is first. With `after` or `detectedSince`, the order is that of the ledger, with retractions: delete the copy with that id. To mirror the ledger, follow nextCursor, never a timestamp. `since` and `until` leave out events that no source dates, such as a move of a status: use `detectedSince`.',
  examples,
})
