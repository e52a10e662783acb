import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'

const read = (path: string) => readFile(join(import.meta.dirname, '../..', path), 'utf8')
const README = await read('README.md')
const REQUESTS = await read('docs/requests.md')
const ORIGIN = 'http://127.0.0.1:4663'
/** A word of a command: bare, or in quotes of either kind. */
const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g
const commandsOf = (text: string) => text.match(/^curl .*$/gm) ?? []
const examplesOf = (text: string) =>
  [...text.matchAll(/^(curl .*)\n```\n\n```json\n([\s\S]*?)```/gm)].map(([, command = '', json = '']) => ({
    command,
    json,
  }))

/** The variables that the reader exports on the way. */
const exported = { KEY: '', ID: '' }
const world = await forFile(openWorld())
const { key } = await issueKey(world.service.database)
exported.KEY = key

/** Sends the request of a curl command. The comment after the command has the expected status. */
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

/** What `jq` prints of an answer, with a filter of the form `.a[0] | {b, c}`. */
function filtered(body: unknown, filter: string): unknown {
  const [, path = '', names = ''] = /^(?:(\.\S+) \| )?\{(.*)\}$/.exec(filter) ?? expect.unreachable(filter)
  const steps = path.match(/\w+/g) ?? []
  const value = steps.reduce<unknown>((within, step) => Object(within)[step], body)
  return Object.fromEntries(names.split(', ').map((name) => [name, Object(value)[name] ?? null]))
}

test.each([...commandsOf(README), ...commandsOf(REQUESTS)])(
  '[R80] %s answers as the documents say',
  async (command) => {
    const { answer, status } = await ask(command)
    expect(answer.status).toBe(status)
  },
)

test.each(examplesOf(README))('[R80] $command prints what the README shows', async ({ command, json }) => {
  const { answer } = await ask(command)
  const [, filter] = / \| jq '(.*)'$/.exec(command) ?? []
  const shown = JSON.parse(json) as object
  if (filter === undefined) expect(Object.keys(answer.body)).toEqual(Object.keys(shown))
  expect(lasting(filter === undefined ? answer.body : filtered(answer.body, filter))).toEqual(lasting(shown))
})

test.each(examplesOf(REQUESTS))(
  '[R80] $command answers what the requests to try show',
  async ({ command, json }) => {
    const { answer } = await ask(command)
    expect(lasting(answer.body)).toMatchObject(lasting(JSON.parse(json)) as object)
  },
)

test('the README shows five answers, in at most two hundred lines', () => {
  expect(examplesOf(README)).toHaveLength(5)
  expect(README.split('\n').length).toBeLessThanOrEqual(200)
})
