import { expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { spawnService } from '#test/service/spawned-service.ts'

const opened = await fileDatabase()

type Line = Readonly<Record<string, unknown>> & { readonly msg: string; readonly time: string }
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Runs a command until its log has a line with the message, stops it, and returns every line. */
async function loggedBy(command: string, until: string, ask?: (port: number) => Promise<unknown>) {
  const port = await findFreePort()
  const env = { DATABASE_URL: opened.url, PORT: `${port}`, LOG_LEVEL: 'info' }
  const service = spawnService([command], env)
  await service.ready
  await ask?.(port)
  await expect.poll(() => service.err.some((line) => line.includes(`"msg":"${until}"`))).toBe(true)
  expect(await service.stop()).toBe(0)
  return service.err.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)
}

test('[R145] LOG_LEVEL=info says what each pipeline did and that the process stops, each at an ISO time', async () => {
  const lines = await loggedBy('work', 'pipeline ran')
  expect(lines.filter(({ time }) => !TIME.test(time))).toEqual([])
  expect(lines.find(({ msg }) => msg === 'pipeline ran')).toMatchObject({
    pipeline: expect.any(String),
    counts: expect.any(Object),
    ms: expect.any(Number),
  })
  expect(lines.map(({ msg }) => msg)).toContain('stopping')
})

test('[R145] LOG_LEVEL=info says who called', async () => {
  const headers = { 'user-agent': 'a-caller/1' }
  const lines = await loggedBy('serve', 'answered', (port) =>
    fetch(`http://127.0.0.1:${port}/api`, { headers }),
  )
  expect(lines.find(({ msg }) => msg === 'answered')).toMatchObject({
    client: '127.0.0.1',
    userAgent: 'a-caller/1',
    status: 200,
  })
})
