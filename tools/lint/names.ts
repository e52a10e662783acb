import type { Finding } from './finding.ts'

const KEBAB = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/
const SHAPELESS = /^(?:utils?|helpers?|common|misc|shared)$/

/** Names that say no subject, and folders that aren't in kebab case. Biome looks at the case of file names. */
export function findNames(path: string): readonly Finding[] {
  const words = path.split('/')
  const folders = words.slice(0, -1)
  const subject = words.at(-1)?.split('.')[0]
  const shapeless = [...folders, subject].some((word) => word !== undefined && SHAPELESS.test(word))
  return [
    ...(shapeless ? [{ path, line: 1, rule: 'subjectless-name' }] : []),
    ...(folders.every((folder) => KEBAB.test(folder)) ? [] : [{ path, line: 1, rule: 'kebab-folder' }]),
  ]
}
