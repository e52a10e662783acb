import { expect } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import type { World } from './world.ts'

/** A change as /api/changes serves it. A tombstone has only the first four fields. */
export type Change = {
  readonly id: string
  readonly revision: number
  readonly op: 'upsert' | 'retract'
  readonly recordedAt: string
  readonly type: string
  readonly project: { readonly slug: string; readonly name: string; readonly url: string } | null
  readonly occurredAt: string | null
  readonly detectedAt: string
  readonly precision: string
  readonly origin: string
  readonly summary: string
  readonly summaryCurrent: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly evidence: readonly string[]
}

/** Reads of the service's answers, over HTTP. */
export type WorldReads = {
  /** The current cursor at the end of the ledger. */
  readonly head: () => Promise<string>
  /** Every change after a cursor, in ledger order. With `project`, only its changes. */
  readonly changesAfter: (cursor: string, project?: string) => Promise<readonly Change[]>
  readonly tokenOf: (slug: string) => Promise<string>
  /** The Partner Card of a project's token. */
  readonly card: (slug: string) => Promise<Record<string, unknown>>
  readonly scan: (slug: string) => Promise<Record<string, unknown>>
  readonly receipt: (evidenceId: string) => Promise<Record<string, unknown>>
}

/** The reads of a world that flows use. */
export function readsOf(world: World): WorldReads {
  const read = async (path: string) => {
    const { status, body } = await world.get(path)
    expect(status, path).toBe(200)
    return body
  }
  const tokenOf = async (slug: string) => {
    const row = await world.service.database
      .selectFrom('tokens')
      .innerJoin('projects', 'projects.id', 'tokens.project_id')
      .select('tokens.address')
      .where('projects.slug', '=', slug as Slug)
      .executeTakeFirstOrThrow()
    return row.address
  }
  return {
    tokenOf,
    head: async () => ((await read('/api/status'))['ledger'] as { cursor: string }).cursor,
    async changesAfter(cursor, project) {
      const all: Change[] = []
      const filter = project === undefined ? '' : `&project=${project}`
      for (let from = cursor; ; ) {
        const list = await read(`/api/changes?limit=100&after=${from}${filter}`)
        const changes = list['items'] as Change[]
        if (changes.length === 0) return all
        all.push(...changes)
        from = String(list['nextCursor'])
      }
    },
    card: async (slug) => read(`/api/v1/builder?token=${await tokenOf(slug)}`),
    scan: async (slug) => read(`/api/v1/scan?token=${await tokenOf(slug)}`),
    receipt: (id) => read(`/api/evidence/${encodeURIComponent(id)}`),
  }
}
