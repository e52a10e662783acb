import { expect, test } from 'vitest'
import { addMs, HOUR_MS, msOf, toInstant } from '#contract/time.ts'
import {
  address,
  announcedBefore,
  conclusion,
  drafts,
  NOW,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/given/ledger-evidence.ts'
import type { Concluded, WatchedSource, WatchedStream } from './evidence.ts'

const STOPPED = toInstant('2026-11-16T07:00:00Z')
const failing: Partial<WatchedStream> = {
  failingSince: STOPPED,
  lastOkAt: addMs(STOPPED, -HOUR_MS),
  gone: { confirmedAt: addMs(STOPPED, HOUR_MS), outcome: 'missing' },
}
const gone = source({ streams: [stream(failing)] })
const back = source({ streams: [stream({ lastOkAt: NOW })] })
const outageId = `${sourceId()}:unavailable:${msOf(STOPPED) / 1000}`
const restoredId = outageId.replace('unavailable', 'restored')

const stated = conclusion({ value: 'SHIPPING' })
const later = (given: Partial<Concluded>) =>
  conclusion({ id: `state:${uuid(2)}`, evaluatedAt: toInstant('2026-11-19T07:00:00Z'), ...given })
const lapsed = later({ value: null })

const outage = (concluded: readonly Concluded[], given: WatchedSource = gone) =>
  drafts({ sources: [given], concluded }).find(({ id }) => id === outageId)
const UNCONFIRMED = { unconfirmed: ['activity.status'] }

test.each<[string, readonly Concluded[], WatchedSource, object | undefined]>([
  ['its status is unknown now', [stated, lapsed], gone, UNCONFIRMED],
  [
    'no reading confirms its move down',
    [stated, later({ value: 'ACTIVE', confirmed: false })],
    gone,
    UNCONFIRMED,
  ],
  ['its status still stands', [stated], gone, undefined],
  ['its status is known again', [stated, lapsed, later({ value: 'SHIPPING' })], gone, undefined],
  ['its status never was known', [lapsed], gone, undefined],
  ['nothing was concluded yet', [], gone, undefined],
  ['the source is a site without a feed', [stated, lapsed], { ...gone, kind: 'website' }, undefined],
  [
    'the token was read of the site that is gone',
    [
      later({ fact: 'token.verification', value: 'VERIFIED' }),
      later({ fact: 'token.verification', value: null }),
    ],
    { ...gone, kind: 'website' },
    { unconfirmed: ['token.verification'] },
  ],
  [
    'the site was read for the token that the project had before',
    [
      later({ fact: 'token.verification', token: address(1), value: 'VERIFIED' }),
      later({ fact: 'token.verification', token: address(2), value: 'UNVERIFIED', confirmed: false }),
    ],
    { ...gone, kind: 'website' },
    undefined,
  ],
])('[R130] an outage names the facts that stand unconfirmed: %s', (_, concluded, given, expected) => {
  const { facts = {}, summary } = outage(concluded, given) ?? {}
  const { unconfirmed } = facts
  expect(unconfirmed === undefined ? undefined : { unconfirmed }).toEqual(expected)
  expect(summary?.includes('not confirmed any more')).toBe(expected !== undefined)
})

test('[R130] an announced outage is revised when a fact lapses, and again when it is known', () => {
  const first = drafts({ sources: [gone], concluded: [stated] })
  const lost = drafts({ sources: [gone], concluded: [stated, lapsed], announced: announcedBefore(first) })
  expect(lost).toMatchObject([
    {
      id: outageId,
      facts: { locator: 'lumen-labs/lumen', outcome: 'missing', ...UNCONFIRMED },
      summary: 'Source unavailable: lumen-labs/lumen; not confirmed any more: Activity status',
    },
  ])
  const again = [stated, lapsed, later({ value: 'SHIPPING' })]
  expect(drafts({ sources: [gone], concluded: again, announced: announcedBefore(lost) })).toMatchObject(first)
})

test('[R130] the end of an outage names what is still not confirmed, until it is', () => {
  const lost = drafts({ sources: [gone], concluded: [stated, lapsed] })
  const announced = announcedBefore(lost)
  const ended = drafts({ sources: [back], concluded: [stated, lapsed], announced })
  expect(ended).toMatchObject([lost[0], { id: restoredId, facts: UNCONFIRMED }])
  const known = [stated, lapsed, later({ value: 'SHIPPING' })]
  const settled = drafts({ sources: [back], concluded: known, announced: announcedBefore(ended) })
  expect(settled[1]?.facts).not.toHaveProperty('unconfirmed')
  expect(settled[1]?.summary).toBe('Source restored: lumen-labs/lumen')
  const years = drafts({
    sources: [back],
    concluded: [...known, lapsed],
    announced: announcedBefore(settled),
  })
  expect(years).toEqual(settled)
})

test('[R130] the end of an outage that named nothing names nothing', () => {
  const announced = announcedBefore(drafts({ sources: [gone], concluded: [stated] }))
  const ended = drafts({ sources: [back], concluded: [stated, lapsed], announced })
  expect(ended.map(({ facts }) => 'unconfirmed' in facts)).toEqual([false, false])
})
