import { beforeAll, expect, test } from 'vitest'
import { addMs, DAY_MS } from '#contract/time.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import { append } from '#ledger/append.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import { mcpOf, type ToolResult } from '#test/agents/mcp.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import { aFinding, aWatchedProject } from '#test/webhooks/ledger.ts'

const service = await httpServiceOfFile()
const mcp = mcpOf(service)
beforeAll(async () => {
  await runLedger({ now: addMs(NOW, -DAY_MS) }, service)
})

type Drafts = readonly ChangeDraft[]

/** A project whose ledger has these events. */
async function aProjectWith(drafts: Drafts): Promise<string> {
  const { project } = await aWatchedProject(service.database)
  const events = drafts.map((draft) => ({ draft, projectId: project.id, publishedAt: NOW }))
  await inTransaction(service.database, (writer) => append({ events, retractions: [], now: NOW }, writer))
  return project.slug
}

const idsOf = ({ structuredContent }: ToolResult) =>
  structuredContent.claims.flatMap(({ value }) => (value === undefined ? [] : [Object(value).eventId]))

/** The ids of the events of a call, and of every call that the answers name as the next one. */
async function followed(args: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  let next: Readonly<Record<string, unknown>> | undefined = args
  while (next !== undefined) {
    const result: ToolResult = await mcp.call('what_changed', next)
    expect(result.isError).toBeUndefined()
    seen.push(...idsOf(result))
    const { truncated, next: calls } = result.structuredContent
    expect(truncated).toBe(calls.length > 0)
    next = calls[0]?.arguments
  }
  return seen
}

const sorted = (ids: readonly unknown[]) => [...new Set(ids)].toSorted()

test('the next calls of an answer about days give the changes that it leaves out', async () => {
  const drafts = Array.from({ length: 23 }, (_, n) => aFinding(n, `n ${n}`))
  const project = await aProjectWith(drafts)
  const first = await mcp.call('what_changed', { project, days: 7 })
  expect([idsOf(first).length, first.structuredContent.total]).toEqual([10, 23])
  expect(sorted(await followed({ project, days: 7 }))).toEqual(sorted(drafts.map(({ id }) => id)))
})

test('[agents 65] of ten events of the longest words none is passed and none is repeated', async () => {
  const widest = String.fromCodePoint(0x1d400)
  const cited = [501, 502, 503].map((n) => aFinding(n, '').evidence[0])
  const drafts = Array.from({ length: 10 }, (_, n) => ({
    ...aFinding(510 + n, widest.repeat(300)),
    evidence: cited as unknown as ChangeDraft['evidence'],
  }))
  const project = await aProjectWith(drafts)
  const seen = await followed({ project, after: 'c1.0' })
  expect(seen).toEqual(drafts.map(({ id }) => id))
})
