import type { Reader, Writer } from '../database.ts'

/** The name of a master key. The secrets of all subscriptions derive from one key. */
type NamedKey = { readonly keyName: string }

/** Whether a key may sign: it is the key of the subscriptions, or there is no subscription. */
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
 * Makes a key the key of the subscriptions, unless they have another one. Returns whether the key may sign.
 * Transactions that make a first subscription wait here for each other.
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
