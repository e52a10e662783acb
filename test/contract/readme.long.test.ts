import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey } from '#test/accounts.ts'
import { openWorld, type World } from '#test/world.ts'

const README = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
const ORIGIN = 'http://127.0.0.1:4663'
/** A word of a command: bare, or in quotes of either kind. */
const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g
const commands = README.match(/^curl .*$/gm) ?? []
const examples = [...README.matchAll(/^(curl .*)\n```\n\n```json\n([\s\S]*?)```/gm)]

let world: World
/** What the reader exports on the way. */
const exported = { KEY: '', ID: '' }
beforeAll(async () => {
  world = await openWorld()
  const { key } = await issueKey(world.service.database)
  exported.KEY = key
})
afterAll(() => world[Symbol.asyncDispose]())

/** Sends what a curl command would send. The status it should have is in the comment behind it. */
async function ask(command: string) {
  const asked = command.replace('$KEY', exported.KEY).replace('$ID', exported.ID)
  const words = [...asked.matchAll(WORD)].map(([, single, double, bare]) => single ?? double ?? bare ?? '')
  const valuesOf = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? word : []))
  const [method = 'GET'] = valuesOf('-X')
  const [payload] = valuesOf('-d')
  const [, status = '200'] = / +# (\d+)$/.exec(command) ?? []
  const url = words.find((word) => word.startsWith(ORIGIN))?.slice(ORIGIN.length) ?? ''
  const headers = Object.fromEntries(valuesOf('-H').map((header) => header.split(': ')))
  const answer = await world.send({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  if (answer.status === 201) exported.ID = String(answer.body['id'])
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
      .replace(/^whsec_.*/, 'a secret')
      .replace(/^c1\.\d+$/, 'a cursor')
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

test('the README shows two answers and an error', () => {
  expect(examples).toHaveLength(3)
})
