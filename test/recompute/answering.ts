import { readFileSync, writeFileSync } from 'node:fs'
import { runPipelines } from '#app/commands/operate.ts'
import { readConfig } from '#app/config.ts'
import { openService } from '#app/service.ts'
import { buildService, openServiceCallers } from '#app/serving.ts'
import { inTransaction } from '#records/database.ts'
import { makeEvaluationDue } from '#records/project/work.ts'
import { STRICT } from '#test/service/http-service.ts'
import { withInject } from '#test/service/inject.ts'
import { isJsonType } from '#test/service/json-type.ts'
import type { Served } from './world/state.ts'

/** The input of the process that answers for a copy of the service. */
export type AnsweredRequest = {
  readonly settings: Readonly<Record<string, string>>
  readonly databaseUrl: string
  readonly controlUrl: string
  /** Each path with the media type that it asks for, or an empty text. */
  readonly paths: readonly (readonly [string, string])[]
  /** Whether commits are read again. The service judges a week of commits when it reads it. */
  readonly recollects: boolean
}
export type Answered = { readonly now: string; readonly answers: readonly (readonly [string, Served])[] }

/**
 * A process of its own, so that it loads a changed copy of the service. It concludes everything again, and writes the
 * answers to a file.
 */
const [askedFile = '', answeredFile = ''] = process.argv.slice(2)
const { settings, databaseUrl, controlUrl, paths, recollects } = JSON.parse(
  readFileSync(askedFile, 'utf8'),
) as AnsweredRequest
const { signal } = new AbortController()
await using service = await openService({
  config: readConfig(settings),
  databaseUrl,
  sandboxControlUrl: controlUrl,
  maxConnections: 12,
  behindMs: () => 0,
})
const now = service.clock.now()
if (recollects)
  await service.database
    .updateTable('source_streams')
    .set({ etag: null, position: null, due_at: now })
    .where('stream', '=', 'commits')
    .execute()
await inTransaction(service.database, (writer) => makeEvaluationDue({ now }, writer))
await runPipelines({ name: 'all', extent: 'due', signal }, service)
await using callers = await openServiceCallers(service)
const server = withInject(buildService({ callers, telemetry: STRICT }, service))
const answers: [string, Served][] = []
for (const [index, [url, accept]] of paths.entries()) {
  const remoteAddress = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  const headers: Record<string, string> = accept === '' ? {} : { accept }
  const answer = await server.inject({ method: 'GET', url, headers, remoteAddress })
  const body = isJsonType(answer.headers['content-type']) ? answer.json() : {}
  answers.push([`${url} ${accept}`.trimEnd(), { status: answer.statusCode, body, text: answer.body }])
}
writeFileSync(answeredFile, JSON.stringify({ now: service.clock.now(), answers } satisfies Answered))
await server.close()
