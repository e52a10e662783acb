import { readFileSync } from 'node:fs'
import { type Changelog, parseChangelog } from '#domain/changelog.ts'

const FILE = new URL('../../CHANGELOG.md', import.meta.url)

/** Reads the changelog of this version. @throws Error with the line that has another form */
export function readChangelog(): Changelog {
  return parseChangelog(readFileSync(FILE, 'utf8'))
}
