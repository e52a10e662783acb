import { expect, test } from 'vitest'
import { toAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { SignedText } from '#domain/project/signed-statement.ts'
import { inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getSignedStatements, saveSignatureChecks } from './signed-statements.ts'

const TOKEN = toAddress('0x00000000000000000000000000000000000000aa')
const NOW = toInstant('2026-11-20T10:00:00Z')
const CHECK = { outcome: 'verified', as: 'deployer', block: 9, at: NOW } as const
const signedAs = (value: string) => ({ by: TOKEN, text: `LUM is ${TOKEN}`, value }) as SignedText

const { database } = await fileDatabase()

test('[R122] a check is stored of the signature that was checked, and not of the one that replaced it meanwhile', async () => {
  const { projectId } = await storeProject({ kind: 'website', locator: 'https://lumen.example' }, database)
  const [first, second] = [signedAs('0x01'), signedAs('0x02')]
  await database
    .insertInto('claims')
    .values({
      id: crypto.randomUUID(),
      project_id: projectId,
      kind: 'token_signed',
      by: 'signature',
      statement: 'Signed',
      names: TOKEN,
      observed_at: NOW,
      detected_at: NOW,
      signed: JSON.stringify(first),
    } as never)
    .execute()
  const read = await getSignedStatements({ projectId, names: TOKEN }, database)
  const checks = read.map((statement) => ({ ...statement, check: CHECK }))
  const save = () => inTransaction(database, (writer) => saveSignatureChecks(checks, writer))
  const stored = async () => {
    const rows = await database.selectFrom('claims').select('signature_check').execute()
    return rows.map(({ signature_check }) => signature_check)
  }
  await save()
  expect(await stored()).toEqual([CHECK])
  await database
    .updateTable('claims')
    .set({ signed: JSON.stringify(second), signature_check: null } as never)
    .execute()
  await save()
  expect(await stored()).toEqual([null])
})
