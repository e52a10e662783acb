import { expect, test } from 'vitest'
import type { ChangeType } from '#contract/events.ts'
import { type Cursor, cursorOf } from '#contract/ids.ts'
import type { ChangeEvent, ChangeList } from '#contract/shapes/change.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { verifyWebhook } from '#contract/webhook-verification.ts'
import {
  checkpointAfter,
  type ForwardCheckpoint,
  type ForwardDeps,
  forwardChanges,
  pauseAfter,
  type ReadChangeList,
  requestOf,
} from './forward.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const SECRET = 'whsec_a-secret-of-this-test'
const URL = 'http://127.0.0.1:3000/hook'
const TYPES: readonly ChangeType[] = ['build.release']
const event = (id: string, revision = 1): ChangeEvent => ({
  id,
  revision,
  op: 'upsert',
  recordedAt: NOW,
  type: 'build.release',
})
const list = (items: ChangeEvent[], next: number): ChangeList => ({
  items,
  nextCursor: cursorOf(next),
  ignoredParameters: [],
})

/** Forwards these lists, given by their cursor, until it asks for a list that is not given. */
async function forward(
  from: ForwardCheckpoint,
  lists: Readonly<Record<string, Awaited<ReturnType<ReadChangeList>>>>,
  statuses: readonly number[] = [],
) {
  const stop = new AbortController()
  const left = [...statuses]
  const sent: unknown[] = []
  const saved: ForwardCheckpoint[] = []
  const deps: ForwardDeps = {
    async readList({ after }) {
      const found = lists[after]
      if (found === undefined) stop.abort()
      return found ?? list([], Number.parseInt(after.slice(3), 10))
    },
    async post({ headers }) {
      sent.push(headers['svc-event-id'])
      const status = left.shift() ?? 204
      if (status >= 300) stop.abort()
      return { status, words: `${status}` }
    },
    save: async (place) => void saved.push(place),
    print: () => {},
    now: () => NOW,
  }
  await forwardChanges({ from, types: TYPES, url: URL, secret: SECRET, signal: stop.signal }, deps)
  return { sent, place: saved.at(-1) }
}

const LISTS = {
  'c1.0': list([event('a'), event('b'), event('c', 2)], 7),
  'c1.7': list([event('d')], 9),
}

test('forwards list after list and stores the cursor behind each', async () => {
  const { sent, place } = await forward(checkpointAfter('c1.0' as Cursor), LISTS)
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
  expect(place).toEqual(checkpointAfter('c1.9' as Cursor))
})

test.each([
  ['a redirect', 302],
  ['a refusal', 400],
  ['a failure', 500],
])('stays at an event that is answered with %s', async (_, status) => {
  const stopped = await forward(checkpointAfter('c1.0' as Cursor), LISTS, [204, status])
  expect(stopped).toEqual({ sent: ['a', 'b'], place: { after: 'c1.0', forwarded: ['a revision 1'] } })
})

test('resumes inside a list: what was taken is not sent again, a newer revision of it is', async () => {
  const from = { after: 'c1.0' as Cursor, forwarded: ['a revision 1', 'c revision 1'] }
  const { sent } = await forward(from, LISTS)
  expect(sent).toEqual(['b', 'c', 'd'])
})

test('ends with the words of the service when it refuses the cursor', async () => {
  const lists = { 'c1.5': { problem: '400 invalid_cursor', isFinal: true } }
  await expect(forward(checkpointAfter('c1.5' as Cursor), lists)).rejects.toThrow(
    '/api/changes?after=c1.5: 400 invalid_cursor',
  )
})

test('stores the place it begins at, so that a stop before the first event loses none', async () => {
  const from = checkpointAfter('c1.9' as Cursor)
  expect(await forward(from, {})).toEqual({ sent: [], place: from })
})

test('a request is signed at its time; its delivery id is of the event, the revision and the receiver', async () => {
  const idOf = (changed: object, url = URL) =>
    requestOf({ ...event('a'), ...changed }, { url, secret: SECRET, sentAt: NOW }).headers['svc-delivery-id']
  const later = requestOf(event('a'), { url: URL, secret: SECRET, sentAt: addMs(NOW, 60_000) })
  expect(later.headers['svc-delivery-id']).toBe(idOf({}))
  const ids = [idOf({}), idOf({ revision: 2 }), idOf({ id: 'b' }), idOf({}, `${URL}2`)]
  expect(new Set(ids).size).toBe(ids.length)
  const checked = await verifyWebhook(later.body, later.headers['svc-signature'], SECRET, {
    now: addMs(NOW, 60_000),
  })
  expect(checked).toEqual({ ok: true })
})

test('a retraction is sent as event.retracted', () => {
  const retracted: ChangeEvent = { id: 'a', revision: 2, op: 'retract', recordedAt: NOW }
  const { body } = requestOf(retracted, { url: URL, secret: SECRET, sentAt: NOW })
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({
    type: 'event.retracted',
    event: retracted,
  })
})

test('pauses twice as long after each failure, at most 30 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(pauseAfter)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})
