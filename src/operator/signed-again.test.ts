import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyCatalogue } from './catalogue.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const TOKEN = '0x00000000000000000000000000000000000000aa'
const CHECK = { outcome: 'wrong_signature', as: null, block: 1, at: NOW } as const
const GONE = 'no longer in the catalogue'
const { database } = await fileDatabase()

/** Applies a catalogue in which the signature of a statement repeats this byte. */
async function sign(byte: string, text = `LUM is ${TOKEN} on chain 4663`): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-signed-'))
  const file = `slug: lumen
name: Lumen
state: published
token: { address: "${TOKEN}" }
claims:
  - kind: token_signed
    by: signature
    statement: The deployer signed it.
    names: "${TOKEN}"
    signature: { by: "${TOKEN}", text: "${text}", value: "0x${byte.repeat(65)}" }
`
  await writeFile(join(directory, 'lumen.yaml'), file)
  await applyCatalogue(directory, { database, now: NOW, lockers: [] })
  await rm(directory, { recursive: true })
}

/** The statements whose signature begins with this byte. */
async function statements(byte: string) {
  const rows = await database
    .selectFrom('claims')
    .select(['id', 'signed', 'signature_check as check', 'withdrawn_reason as withdrawn'])
    .orderBy('withdrawn_reason')
    .execute()
  return rows.flatMap(({ signed, ...row }) => (signed?.value.startsWith(`0x${byte}`) ? [row] : []))
}

test('[R122] another signature of a statement is another statement, and the first keeps its record', async () => {
  await sign('1f')
  await database
    .updateTable('claims')
    .set({ signature_check: JSON.stringify(CHECK) })
    .execute()
  await sign('1f')
  const [first] = await statements('1f')
  expect(first).toMatchObject({ check: CHECK, withdrawn: null })
  await sign('2f')
  expect(await statements('1f')).toEqual([{ ...first, withdrawn: GONE }])
  const [second, ...more] = await statements('2f')
  expect([second, more]).toMatchObject([{ check: null, withdrawn: null }, []])
  expect(second?.id).not.toBe(first?.id)
  await sign('3f')
  await sign('2f')
  expect(await statements('2f')).toEqual([second])
  expect(await statements('3f')).toMatchObject([{ withdrawn: GONE }])
  await sign('1f')
  expect(await statements('1f')).toEqual([first])
  await sign('1f', `LUM on chain 4663 is ${TOKEN}`)
  expect(await statements('1f')).toMatchObject([{ withdrawn: GONE }, { check: null, withdrawn: null }])
})

test('[R122] a statement that was recorded before signatures were keeps its id', async () => {
  await database.deleteFrom('claims').execute()
  await sign('1f')
  const [before] = await statements('1f')
  await database.updateTable('claims').set({ signed: null }).execute()
  await sign('1f')
  expect(await statements('1f')).toEqual([before])
})
