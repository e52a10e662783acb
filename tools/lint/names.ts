import { exportedIn } from './exported.ts'
import type { Finding } from './finding.ts'

const KEBAB = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/
const SUBJECTLESS = /^(?:utils?|helpers?|common|misc|shared)$/

/**
 * Words that a noun of the field replaced: parser thread, request or query, request handler, concurrency limit,
 * candidates, rate limit and policy, in this order.
 */
const REPLACED: readonly string[] = ['aparts', 'asked', 'door', 'lane', 'meant', 'pacing', 'terms']

/** Folders about lists. `list`, or `part` of a listing, replaced `page` there, because a browser shows a page. */
const OF_LISTS =
  /^src\/(?:collectors\/(?!site\/)|contract\/shapes\/|ledger\/|reads\/|records\/(?!accounts\/)|webhooks\/)/

/** Exported names and names of files with a word that another one replaced. */
export function findReplacedWords(path: string, text: string): readonly Finding[] {
  const replaced = OF_LISTS.test(path) ? [...REPLACED, 'page', 'pages'] : REPLACED
  const file = path.split('/').at(-1)
  const inFile =
    file === undefined || !hasWord(file, replaced) ? [] : [{ path, line: 1, rule: 'replaced-word' }]
  const exported = exportedIn(text).filter(({ name }) => hasWord(name, replaced))
  return [...inFile, ...exported.map(({ line }) => ({ path, line, rule: 'replaced-word' }))]
}

function hasWord(name: string, refused: readonly string[]): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.some((word) => refused.includes(word))
}

/** Names without a subject, and folders that are not in kebab case. Biome checks the case of file names. */
export function findNames(path: string): readonly Finding[] {
  const words = path.split('/')
  const folders = words.slice(0, -1)
  const subject = words.at(-1)?.split('.')[0]
  const isSubjectless = [...folders, subject].some((word) => word !== undefined && SUBJECTLESS.test(word))
  return [
    ...(isSubjectless ? [{ path, line: 1, rule: 'subjectless-name' }] : []),
    ...(folders.every((folder) => KEBAB.test(folder)) ? [] : [{ path, line: 1, rule: 'kebab-folder' }]),
  ]
}
