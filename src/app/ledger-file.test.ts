import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChangeEvent } from '#client/index.ts'
import { openFileCopy } from './ledger-file.ts'

const SERVICE = 'https://svc.example'

test.each([
  ['U+2028', '\u2028'],
  ['U+2029', '\u2029'],
])(
  'a file keeps an event with %s in a field on one line, also when it is opened again',
  async (_, separator) => {
    const path = join(await mkdtemp(join(tmpdir(), 'ledger-file-')), 'ledger.jsonl')
    const event = (id: string, summary: string) => ({ id, revision: 1, op: 'upsert', summary }) as ChangeEvent
    const events = [event('ship:a', `line${separator}sep`), event('ship:b', 'plain')]
    {
      await using copy = await openFileCopy(path, SERVICE)
      await copy.store({ changes: events, after: 'c1.0', resumeAfter: 'c1.2' })
    }
    const retracted = { id: 'ship:b', revision: 2, op: 'retract' } as ChangeEvent
    await using again = await openFileCopy(path, SERVICE)
    expect(again.resumeAfter).toBe('c1.2')
    const lines = async () => (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
    expect((await lines()).map((line) => JSON.parse(line))).toEqual(events)
    await again.store({ changes: [retracted], after: 'c1.2', resumeAfter: 'c1.3' })
    expect((await lines()).map((line) => JSON.parse(line))).toEqual(events.slice(0, 1))
  },
)
