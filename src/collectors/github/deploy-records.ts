import { evidenceId } from '#contract/ids.ts'
import { isOwnSource } from '#domain/evidence.ts'
import {
  fileOfPage,
  judgeRecord,
  type RecordOutcome,
  type RepositoryFile,
} from '#domain/project/deploy-record.ts'
import type { Writer } from '#records/database.ts'
import { type DeployRecord, getDeployRecords, saveRecordChecks } from '#records/project/deploy-records.ts'
import type { StreamToRead } from '../collector.ts'
import { textAt } from '../json-field.ts'
import { type GithubDeps, type GithubFailed, requestGithub } from './api.ts'

/** What the reading of deploy records found; `count` is how many there are. */
type RecordsRead = {
  readonly kind: 'read'
  readonly count: number
  readonly save: (writer: Writer) => Promise<void>
}

/**
 * Reads the files of a repository that statements of the project call deploy records. Only a repository that is counted
 * and more than its own word is read. Ends at the first failure, and then nothing is saved.
 */
export async function readDeployRecords(
  leased: StreamToRead,
  repository: { readonly path: string; readonly names: readonly string[] },
  deps: GithubDeps,
): Promise<RecordsRead | GithubFailed> {
  const { projectId, sourceId } = leased
  const records = isOwnSource(leased) ? await getDeployRecords(projectId, deps.reader) : []
  const names = repository.names.map((name) => name.toLowerCase())
  const own = records.flatMap((record) => {
    const file = fileOfPage(record.url)
    return file !== undefined && names.includes(file.repository.toLowerCase()) ? [{ record, file }] : []
  })
  const found: { readonly id: string; readonly outcome: RecordOutcome }[] = []
  for (const { record, file } of own) {
    const outcome = await readRecord({ record, file, path: repository.path }, deps)
    if (typeof outcome !== 'string') return outcome
    found.push({ id: record.id, outcome })
  }
  const at = deps.clock()
  const source = evidenceId('source', sourceId)
  const checks = found.map(({ id, outcome }) => ({ id, check: { outcome, source, at } }))
  return { kind: 'read', count: checks.length, save: (writer) => saveRecordChecks(checks, writer) }
}

/** What one file shows. A failure proves nothing. */
async function readRecord(
  input: { readonly record: DeployRecord; readonly file: RepositoryFile; readonly path: string },
  deps: GithubDeps,
): Promise<RecordOutcome | GithubFailed> {
  const { record, file, path } = input
  const inside = file.path.split('/').map(encodeURIComponent).join('/')
  const query = new URLSearchParams({ ref: file.ref })
  const answer = await requestGithub({ path: `${path}/contents/${inside}?${query}` }, deps)
  if (answer.kind === 'not_modified') return 'unreadable'
  if (answer.kind === 'failed') return answer.collected.outcome === 'missing' ? 'missing' : answer
  const content = textAt(answer.value, 'content')
  const isText = textAt(answer.value, 'type') === 'file' && textAt(answer.value, 'encoding') === 'base64'
  if (content === undefined || !isText) return 'unreadable'
  return judgeRecord({ path: file.path, text: Buffer.from(content, 'base64').toString() }, record.names)
}
