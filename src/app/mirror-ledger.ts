import { createClient } from '#client/index.ts'
import { readApiKey } from './config.ts'
import { openFileCopy } from './ledger-file.ts'
import { openTableCopy } from './ledger-table.ts'
import { serviceUrl } from './service-url.ts'

const DATABASE = /^postgres(?:ql)?:\/\//

export type MirrorOptions = {
  readonly to: string
  readonly url?: string
  readonly keyEnv?: string
  readonly once?: boolean
}

/**
 * Keeps a copy of the ledger of a service current until the signal, or once up to its newest change.
 * @throws Refusal for an option that is not valid; LedgerError when the ledger contradicts the copy's cursor
 */
export async function mirrorLedger(options: MirrorOptions, signal: AbortSignal): Promise<void> {
  const { to, once = false, keyEnv } = options
  const baseUrl = await serviceUrl(options.url)
  const key = readApiKey(keyEnv)
  await using copy = await (DATABASE.test(to) ? openTableCopy : openFileCopy)(to, baseUrl)
  const { resumeAfter: after } = copy
  console.log(`mirroring ${baseUrl}/api/changes?after=${after}`)
  const client = createClient({ baseUrl, ...(key !== undefined && { key: key.reveal() }) })
  const onRetry = (error: Error, waitMs: number) =>
    console.log(`${error.message}; again in ${waitMs / 1000} s`)
  for await (const page of client.changePages({ after, signal, follow: !once, onRetry })) {
    await copy.store(page)
    console.log(`${page.resumeAfter}: ${page.changes.length} changes`)
  }
}
