import { expect, test } from 'vitest'
import { SourceKind } from '#contract/enums.ts'
import { CHAIN_STREAMS, CODE_STREAMS, isUnreadKind } from '#domain/collecting/watching.ts'
import { COLLECTORS } from './index.ts'
import { policyOf } from './providers.ts'

test('[R92] nothing reads the versions of a package, so none of them is a ship', () => {
  expect(COLLECTORS.filter(({ kind }) => kind === 'npm_package')).toEqual([])
})

test('[R24] the rules take a kind of source for unread exactly while it has no collector', () => {
  const read = new Set(COLLECTORS.map(({ kind }) => kind))
  expect(SourceKind.enum.filter(isUnreadKind)).toEqual(SourceKind.enum.filter((kind) => !read.has(kind)))
})

test('[R24] each stream that shows building has a collector', () => {
  const collected = COLLECTORS.map(({ kind, stream }) => `${kind} ${stream}`)
  const streams = [CODE_STREAMS, CHAIN_STREAMS].flatMap((table) =>
    Object.entries(table).flatMap(([kind, names]) => (names ?? []).map((name: string) => `${kind} ${name}`)),
  )
  expect(collected).toEqual(expect.arrayContaining(streams))
})

test('[R55] a good reading of each provider that slows in silence wakes the other streams of its source', () => {
  const slow = COLLECTORS.filter(({ slowsInSilence }) => slowsInSilence)
  expect(slow.length).toBeGreaterThan(0)
  for (const { provider } of slow) expect(policyOf(provider).wakesOthers).toBe(true)
})
