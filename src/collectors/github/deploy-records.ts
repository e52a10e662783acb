import { evidenceId } from '#contract/ids.ts'
import {
  filesOfPage,
  judgeRecord,
  type RecordOutcome,
  type RepositoryFile,
} from '#domain/project/deploy-record.ts'
import type { Writer } from '#records/database.ts'
import { type DeployRecord, getDeployRecords, saveRecordChecks } from '#records/project/deploy-records.ts'
import type { StreamToRead } from '../collector.ts'
import { textAt } from '../json-field.ts'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'
import { hasErrorCode, notThereWords } from './refusals.ts'

/** The deploy records that were read. `count` is their number. */
type RecordsRead = {
  readonly kind: 'read'
  readonly count: number
  /** The records that could not be read, in a short line; absent when all were read. */
  readonly detail?: string
  readonly save: (writer: Writer) => Promise<void>
}

/**
 * Reads the files of a repository that statements of the project call deploy records. Only a repository that counts,
 * and for which there is more evidence than its own word, is read. A file that cannot be read keeps its last check.
 * Only a rate limit fails the reading.
 */
export async function readDeployRecords(
  leased: StreamToRead,
  repository: { readonly path: string; readonly names: readonly string[] },
  deps: GithubDeps,
): Promise<RecordsRead | GithubFailed> {
  const { projectId, sourceId } = leased
  const records = leased.counted ? await getDeployRecords(projectId, deps.reader) : []
  const names = repository.names.map((name) => name.toLowerCase())
  const own = records.flatMap((record) => {
    const files = filesOfPage(record.url).filter((file) => names.includes(file.repository.toLowerCase()))
    return files.length === 0 ? [] : [{ record, files }]
  })
  const found: { readonly id: string; readonly outcome: RecordOutcome }[] = []
  for (const { record, files } of own) {
    const outcome = await readRecord({ record, files, path: repository.path }, deps)
    if (typeof outcome === 'string') found.push({ id: record.id, outcome })
    else if (outcome.collected.outcome === 'rate_limited') return outcome
  }
  const at = deps.clock()
  const source = evidenceId('source', sourceId)
  const checks = found.map(({ id, outcome }) => ({ id, check: { outcome, source, at } }))
  const unread = own.length - found.length
  return {
    kind: 'read',
    count: checks.length,
    ...(unread === 0
      ? {}
      : { detail: `${unread} deploy record${unread === 1 ? '' : 's'} could not be read` }),
    save: (writer) => saveRecordChecks(checks, writer),
  }
}

/**
 * Reads one file at the first of its refs that the repository has. A file that is not at that ref is missing. A failed
 * request proves nothing.
 */
async function readRecord(
  input: { readonly record: DeployRecord; readonly files: readonly RepositoryFile[]; readonly path: string },
  deps: GithubDeps,
): Promise<RecordOutcome | GithubFailed> {
  const { record, files, path } = input
  for (const file of files) {
    const outcome = await readFile({ record, file, path }, deps)
    if (outcome !== 'ref_gone') return outcome
  }
  return 'missing'
}

async function readFile(
  input: { readonly record: DeployRecord; readonly file: RepositoryFile; readonly path: string },
  deps: GithubDeps,
): Promise<RecordOutcome | 'ref_gone' | GithubFailed> {
  const { record, file, path } = input
  const inside = file.path.split('/').map(encodeURIComponent).join('/')
  const query = new URLSearchParams({ ref: file.ref })
  const answer = await requestGithub({ path: `${path}/contents/${inside}?${query}` }, deps)
  if (answer.kind === 'not_modified') return broken('an unasked-for 304')
  if (answer.kind === 'failed') return refusedFile(answer)
  const content = textAt(answer.value, 'content')
  const isText = textAt(answer.value, 'type') === 'file' && textAt(answer.value, 'encoding') === 'base64'
  if (content === undefined || !isText) return 'unreadable'
  return judgeRecord({ path: file.path, text: Buffer.from(content, 'base64').toString() }, record.names)
}

/**
 * Why GitHub refused a file. The message of its 404 says whether the ref does not exist. For a file above 100 MB it
 * answers 403 `too_large`.
 */
function refusedFile(answer: GithubFailed): 'missing' | 'unreadable' | 'ref_gone' | GithubFailed {
  const words = notThereWords(answer)
  if (words !== undefined) return words.startsWith('No commit found for the ref') ? 'ref_gone' : 'missing'
  return answer.status === 403 && hasErrorCode(answer, 'too_large') ? 'unreadable' : answer
}
