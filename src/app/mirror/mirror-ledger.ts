import { createClient, LedgerError } from '#client/index.ts'
import { refuse } from '#operator/refusal.ts'
import { readApiKey } from '../config.ts'
import { serviceUrl } from '../instance/service-url.ts'
import { CONTRADICTED } from './ledger-copy.ts'
import { openFileCopy } from './ledger-file.ts'
import { openTableCopy } from './ledger-table.ts'

/** With `once`, the longest that a mirror waits for the next list, so that a scheduled job ends. */
const ONCE_WAITS_MS = 5 * 60_000
const DATABASE = /^postgres(?:ql)?:\/\//

export type MirrorOptions = {
  readonly to: string
  readonly url?: string
  readonly keyEnv?: string
  readonly once?: boolean
}

/**
 * Keeps a copy of the ledger of a service current until the signal, or with `once` up to its newest change.
 * @throws Refusal for an invalid option, and for a copy that the ledger contradicts. After a restore of the service
 * such a copy holds lost changes: it is not resumed, even when the ledger reaches its cursor again. With `once` also
 * when no list comes
 */
export async function mirrorLedger(options: MirrorOptions, signal: AbortSignal): Promise<void> {
  const { to, once = false, keyEnv } = options
  const baseUrl = await serviceUrl(options.url)
  const key = readApiKey(keyEnv)
  await using copy = await (DATABASE.test(to) ? openTableCopy : openFileCopy)(to, baseUrl)
  const contradicted = `the ledger of ${baseUrl} contradicts this copy, as after a restore to an earlier point; to begin the copy again, ${copy.renewal}`
  let { resumeAfter: after } = copy
  if (after === CONTRADICTED) refuse(contradicted)
  console.log(`mirroring ${baseUrl}/api/changes?after=${after}`)
  const client = createClient({ baseUrl, ...(key !== undefined && { key: key.reveal() }) })
  let waitedMs = 0
  const onRetry = ({ message }: Error, waitMs: number) => {
    waitedMs += waitMs
    if (once && waitedMs > ONCE_WAITS_MS)
      refuse(
        `No changes after ${after} came from ${baseUrl} (${message}). To continue, run the command again`,
      )
    console.log(`${message}; again in ${waitMs / 1000} s`)
  }
  try {
    for await (const list of client.changeLists({ after, signal, follow: !once, onRetry })) {
      await copy.store(list)
      after = list.resumeAfter
      waitedMs = 0
      console.log(`${after}: ${list.changes.length} changes`)
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    await copy.store({ changes: [], after, resumeAfter: CONTRADICTED })
    refuse(`${contradicted} (${error.message})`)
  }
}
