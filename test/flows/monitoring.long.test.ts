import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'

const opened = await fileDatabase()
let relay = await openRelay(opened.url)
let working: Spawned
let port: number
beforeAll(async () => {
  port = await findFreePort()
  working = spawnService(['work'], {
    DATABASE_URL: relay.url,
    MONITORING_PORT: `${port}`,
    LOG_LEVEL: 'error',
  })
  await working.ready
})
afterAll(async () => {
  await working.stop()
  relay.close()
})

async function ask(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}

test('[R13] work answers health, readiness and metrics on a port of its own, and nothing else', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' })
  const ran = /^svc_pipeline_runs_total\{pipeline="evaluate",result="ran"\} [1-9]/m
  await expect.poll(async () => (await ask('/metrics')).text).toMatch(ran)
  expect((await ask('/metrics')).text).toMatch(/^svc_pipeline_success_age_seconds\{pipeline="evaluate"\}/m)
  for (const path of ['/api/projects', '/', '/openapi.json', '/mcp'])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('[R13] while its database is away, work is alive and not ready; then it is ready again', async () => {
  relay.close()
  await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
  const { status, text } = await ask('/healthz')
  expect([status, JSON.parse(text).status]).toEqual([200, 'degraded'])
  const metrics = (await ask('/metrics')).text
  expect(metrics).toMatch(/^svc_database_reachable 0$/m)
  expect(metrics).not.toMatch(/^svc_ledger_head /m)
  relay = await openRelay(opened.url, relay.port)
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  expect((await ask('/metrics')).text).toMatch(/^svc_database_reachable 1$/m)
})

test('[R13] a second work on the port ends, and names the setting', async () => {
  const second = spawnService(['work'], { DATABASE_URL: opened.url, MONITORING_PORT: `${port}` })
  expect(await second.ended).toBe(1)
  expect(second.err.join('\n')).toContain(`Port ${port} on 127.0.0.1 is in use; set MONITORING_PORT`)
})
