import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#test/world.ts'

const README = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
const ASKED = /^curl (?:-H '([^:]+): ([^']+)' )?'http:\/\/127\.0\.0\.1:4663([^']+)'(?: +# (\d+))?$/
const commands = README.match(/^curl .*$/gm) ?? []
const examples = [...README.matchAll(/^(curl .*)\n```\n\n```json\n([\s\S]*?)```/gm)]

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

async function ask(command: string) {
  const [, header, value = '', path = '', status = '200'] = ASKED.exec(command) ?? []
  const answer = await world.get(path, header === undefined ? {} : { [header]: value })
  return { answer, status: Number.parseInt(status, 10) }
}

/** An example without what differs from start to start: times, ids and counts. */
function lasting(value: unknown): unknown {
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'string') {
    return value
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'an instant')
      .replace(/\d{4}-\d{2}-\d{2}/g, 'a date')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{4}…/g, 'an id')
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lasting(item)]))
}

test.each(commands)('R80: %s answers as the README says', async (command) => {
  const { answer, status } = await ask(command)
  expect(answer.status).toBe(status)
})

test.each(examples.map(([, command = '', json = '']) => [command, json]))(
  'R80: %s answers what the README shows',
  async (command, json) => {
    const { answer } = await ask(command)
    expect(lasting(answer.body)).toMatchObject(lasting(JSON.parse(json)) as object)
  },
)

test('the README shows an answer and an error', () => {
  expect(examples).toHaveLength(2)
})
