import { openDatabase } from '#records/database.ts'
import { openMirrorTables, saveMirroredList } from '#records/mirror/mirrored-changes.ts'
import { type LedgerCopy, START } from './ledger-copy.ts'

const CONNECTIONS = 2

/** Opens a copy in the tables `svc_changes` and `svc_mirrors` of a PostgreSQL database. */
export async function openTableCopy(url: string, service: string): Promise<LedgerCopy> {
  await using stack = new AsyncDisposableStack()
  const database = openDatabase(url, { maxConnections: CONNECTIONS })
  stack.defer(() => database.destroy())
  const resumeAfter = await openMirrorTables({ service, start: START }, database)
  const open = stack.move()
  return {
    resumeAfter,
    renewal: `delete the rows of ${service} from svc_changes, and then from svc_mirrors`,
    async store({ changes, ...cursors }) {
      const events = changes.map((change) => ({
        id: change.id,
        revision: change.revision,
        op: change.op,
        recordedAt: change.recordedAt,
        event: change.op === 'upsert' ? JSON.stringify(change) : null,
      }))
      await saveMirroredList({ service, ...cursors, events }, database)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
