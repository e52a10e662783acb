import { expect, test } from 'vitest'
import { evidenceId } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { unreadStreams } from './unread-streams.ts'

const FIRST = toInstant('2026-11-20T10:00:00Z')
const SECOND = toInstant('2026-11-21T10:00:00Z')
const source = evidenceId('source', '2eb5cb38-0351-55f1-9bd3-b371c8cb3076')
const unread = {
  source,
  provider: 'chain',
  stream: 'creation',
  outcome: 'unavailable',
  since: SECOND,
} as const
const alike = { provider: 'chain', outcome: 'unavailable', streams: ['creation'], areLater: false }

test.each([
  ['none', [], []],
  [
    'a stream of two sources is named once',
    [unread, { ...unread, since: FIRST }],
    [{ ...alike, since: FIRST, areLater: true }],
  ],
  [
    'streams of a provider share a line, in order',
    [unread, { ...unread, stream: 'token_naming' }, { ...unread, stream: 'launch' }],
    [{ ...alike, streams: ['creation', 'launch', 'token naming'], since: SECOND }],
  ],
  [
    'another outcome and another provider have lines of their own',
    [unread, { ...unread, outcome: 'missing' as const }, { ...unread, provider: 'site' }],
    [
      { ...alike, since: SECOND },
      { ...alike, outcome: 'missing', since: SECOND },
      { ...alike, provider: 'site', since: SECOND },
    ],
  ],
  [
    'one without a time: unknown since when',
    [unread, { source, provider: 'chain', stream: 'creation', outcome: 'unavailable' as const }],
    [{ ...alike, since: null }],
  ],
])('unread streams: %s', (_, streams, expected) => {
  expect(unreadStreams(streams)).toEqual(expected)
})
