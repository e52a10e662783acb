import { readdirSync, readFileSync } from 'node:fs'
import { type Documents, parseDocuments } from '#views/site/documents.ts'
import type { Site } from '#views/site/links.ts'

const FOLDER = new URL('../../../docs/', import.meta.url)

/** Reads the documents of this version. @throws Error with the file that is missing */
export function readDocuments(site: Site): Documents {
  const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8')
  const list = (folder: string) => readdirSync(new URL(folder, FOLDER))
  return parseDocuments({ read, list }, site)
}
