import type { Finding } from './finding.ts'

const KEBAB = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/
const SUBJECTLESS = /^(?:utils?|helpers?|common|misc|shared)$/

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
