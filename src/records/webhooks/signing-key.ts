import type { Reader, Writer } from '../database.ts'

/** The name of a master key. The secrets of all subscriptions derive from one key. */
type NamedKey = { readonly keyName: string }

/** Whether a key may sign: it is the key of the subscriptions, or there is no subscription yet. */
export async function isSigningKey({ keyName }: NamedKey, reader: Reader): Promise<boolean> {
  const other = await reader
    .selectFrom('webhook_signing_key')
    .where('name', '<>', keyName)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('webhook_subscriptions').select('id').where('removed_at', 'is', null)),
    )
    .select('name')
    .executeTakeFirst()
  return other === undefined
}

/**
 * Makes a key that of the subscriptions, while there is none. False when they have another key. Who makes the first
 * subscription waits here for everyone who does the same.
 */
export async function takeSigningKey({ keyName }: NamedKey, writer: Writer): Promise<boolean> {
  await writer
    .insertInto('webhook_signing_key')
    .values({ name: keyName })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await writer.selectFrom('webhook_signing_key').select('name').forUpdate().execute()
  if (!(await isSigningKey({ keyName }, writer))) return false
  await writer.updateTable('webhook_signing_key').set({ name: keyName }).execute()
  return true
}
