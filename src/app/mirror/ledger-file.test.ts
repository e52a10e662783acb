import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChangeEvent } from '#client/index.ts'
import { openFileCopy } from './ledger-file.ts'

const SERVICE = 'https://svc.example'

const newPath = async () => join(await mkdtemp(join(tmpdir(), 'ledger-file-')), 'ledger.jsonl')
const event = (id: string, summary = id) => ({ id, revision: 1, op: 'upsert', summary }) as ChangeEvent
const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** A copy of two events, up to the cursor c1.2. */
async function copied(): Promise<string> {
  const path = await newPath()
  await using copy = await openFileCopy(path, SERVICE)
  await copy.store({ changes: [event('ship:a'), event('ship:b')], after: 'c1.0', resumeAfter: 'c1.2' })
  return path
}

test.each([
  ['U+2028', '\u2028'],
  ['U+2029', '\u2029'],
])(
  'a file keeps an event with %s in a field on one line, also when it is opened again',
  async (_, separator) => {
    const path = await newPath()
    const events = [event('ship:a', `line${separator}sep`), event('ship:b', 'plain')]
    {
      await using copy = await openFileCopy(path, SERVICE)
      await copy.store({ changes: events, after: 'c1.0', resumeAfter: 'c1.2' })
    }
    const retracted = { id: 'ship:b', revision: 2, op: 'retract' } as ChangeEvent
    await using again = await openFileCopy(path, SERVICE)
    expect(again.resumeAfter).toBe('c1.2')
    expect(await linesOf(path)).toEqual(events)
    await again.store({ changes: [retracted], after: 'c1.2', resumeAfter: 'c1.3' })
    expect(await linesOf(path)).toEqual(events.slice(0, 1))
  },
)

test.each([
  ['of notes', 'my notes\nsecond line\n'],
  ['of one unended line', 'my notes'],
  ['of other JSON Lines', '{"id":"x1"}\n{"name":"y"}\n'],
])('a file %s without a cursor file is refused and keeps its bytes', async (_, text) => {
  const path = await newPath()
  await writeFile(path, text)
  await expect(openFileCopy(path, SERVICE)).rejects.toThrow(/ledger\.jsonl\.cursor is missing/)
  expect(await readFile(path, 'utf8')).toBe(text)
})

test.each([
  ['is of another service', { service: 'https://other.example', resumeAfter: 'c1.7' }, /of another service/],
  ['is of this one, but a line in the middle is no event', undefined, /line 3 is no event of a ledger/],
])('a file whose cursor file %s is refused and keeps its bytes', async (_, cursor, message) => {
  const path = await copied()
  await appendFile(path, 'keep me\n{"id":"x1","revision":1,"op":"upsert"}\n{"cut')
  if (cursor !== undefined) await writeFile(`${path}.cursor`, JSON.stringify(cursor))
  const before = await readFile(path, 'utf8')
  await expect(openFileCopy(path, SERVICE)).rejects.toThrow(message)
  expect(await readFile(path, 'utf8')).toBe(before)
})

test('a copy that lost its end after its cursor was stored is refused', async () => {
  const path = await copied()
  await truncate(path, (await readFile(path)).length - 20)
  await expect(openFileCopy(path, SERVICE)).rejects.toThrow(/and the file is shorter; delete both files/)
})

test('a rewriting that a kill ends before its cursor is stored is read again', async () => {
  const path = await copied()
  const cursor = { service: SERVICE, resumeAfter: 'c1.2' }
  await writeFile(`${path}.cursor`, JSON.stringify(cursor))
  await writeFile(path, `${JSON.stringify(event('ship:a'))}\n`)
  await using copy = await openFileCopy(path, SERVICE)
  expect(copy.resumeAfter).toBe('c1.2')
  await copy.store({
    changes: [{ id: 'ship:a', revision: 2, op: 'retract' } as ChangeEvent],
    after: 'c1.2',
    resumeAfter: 'c1.3',
  })
  expect(await linesOf(path)).toEqual([])
  await using again = await openFileCopy(path, SERVICE)
  expect(again.resumeAfter).toBe('c1.0')
})

test('an event after a last line without its end stands on a line of its own', async () => {
  const path = await copied()
  await appendFile(path, JSON.stringify(event('ship:x')))
  {
    await using copy = await openFileCopy(path, SERVICE)
    await copy.store({ changes: [event('ship:c')], after: 'c1.2', resumeAfter: 'c1.3' })
  }
  expect(await linesOf(path)).toEqual(['a', 'b', 'x', 'c'].map((name) => event(`ship:${name}`)))
})

test('a first list that a kill cut off before its cursor was stored is read again from the start', async () => {
  const path = await newPath()
  {
    await using _ = await openFileCopy(path, SERVICE)
  }
  await appendFile(path, `${JSON.stringify(event('ship:a'))}\n{"id":"ship:b","rev`)
  await using copy = await openFileCopy(path, SERVICE)
  expect(copy.resumeAfter).toBe('c1.0')
  expect(await linesOf(path)).toEqual([event('ship:a')])
})

test('a copy whose file was deleted begins at the start, and stays there after a kill in its first list', async () => {
  const path = await copied()
  await rm(path)
  {
    await using copy = await openFileCopy(path, SERVICE)
    expect(copy.resumeAfter).toBe('c1.0')
  }
  await appendFile(path, `${JSON.stringify(event('ship:a'))}\n`)
  await using copy = await openFileCopy(path, SERVICE)
  expect(copy.resumeAfter).toBe('c1.0')
})
