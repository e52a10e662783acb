import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { saveListedIdentity } from '#records/project/listing.ts'

/** Writes a project's listing after its rows were written by hand. */
export async function listProject(projectId: string, writer: Database | Writer): Promise<void> {
  if (writer.isTransaction) await saveListedIdentity([projectId], writer as Writer)
  else await inTransaction(writer, (transaction) => saveListedIdentity([projectId], transaction))
}
