import Prism from 'prismjs'
import loadLanguages from 'prismjs/components/index.js'
import { type ChangedFile, isWorkFile, type Work, workOf } from '#domain/ships/substance.ts'
import { countAt, fieldAt, textAt } from '../json-field.ts'
import { languageOf } from './source-languages.ts'

/** Maximum length of a patch that is read. */
const PATCH_LENGTH = 64 * 1024

/** The work in the changed files of an answer, and the number of files that the answer names. */
type ChangesOfAnswer = { readonly work: Work; readonly named: number }

/**
 * The work in the changed files of an answer; undefined when the answer has no list of files. GitHub leaves out the
 * `patch` of a large or binary file, so such a file is not read.
 */
export function readChangedFiles(value: unknown): ChangesOfAnswer | undefined {
  const files = fieldAt(value, 'files')
  return Array.isArray(files) ? { work: workOf(changedFiles(files)), named: files.length } : undefined
}

/** Yields one file at a time. The first file with work decides, so the files after it need not be parsed. */
function* changedFiles(files: readonly unknown[]): Generator<ChangedFile> {
  for (const file of files) {
    const path = textAt(file, 'filename')
    if (path === undefined) continue
    const lines = changedLines(file)
    const patch = textAt(file, 'patch')
    yield isWorkFile(path) && patch !== undefined && patch.length <= PATCH_LENGTH
      ? { path, lines, ...changedCode(path, patch, lines) }
      : { path, lines, code: null, whole: false }
  }
}

/** The number of lines added and deleted; null when the answer does not count both. */
function changedLines(file: unknown): number | null {
  const added = countAt(file, 'additions')
  const deleted = countAt(file, 'deletions')
  return added === undefined || deleted === undefined ? null : added + deleted
}

/** The code before and after a patch, without comments. `whole`: the patch has every line that GitHub counts. */
function changedCode(path: string, patch: string, lines: number | null): Pick<ChangedFile, 'code' | 'whole'> {
  const hunks = patch.split(/^@@[^\n]*\n?/m)
  const changed = patch.split('\n').filter((line) => line.startsWith('+') || line.startsWith('-'))
  const side = (other: '+' | '-') =>
    hunks
      .map((hunk) => {
        const kept = hunk.split('\n').filter((line) => !line.startsWith(other) && !line.startsWith('\\'))
        return withoutComments(kept.map((line) => line.slice(1)).join('\n'), path)
      })
      .join('\n')
  return { code: { before: side('+'), after: side('-') }, whole: lines !== null && changed.length >= lines }
}

/** A part of a file without its comments. It is unchanged when the file's language is not known. */
function withoutComments(text: string, path: string): string {
  const language = languageOf(path)
  if (language === undefined) return text
  if (Prism.languages[language] === undefined) loadLanguages([language])
  const grammar = Prism.languages[language]
  return grammar === undefined ? text : codeIn(Prism.tokenize(opened(text), grammar))
}

function codeIn(token: Prism.TokenStream): string {
  if (typeof token === 'string') return token
  if (Array.isArray(token)) return token.map(codeIn).join('')
  return token.type === 'comment' ? '' : codeIn(token.content)
}

/**
 * The text, with `/*` before it when the text begins inside a block comment. It does when a line closes a comment that
 * no line before opened, or when every line begins with a `*` as the lines of such a comment do.
 */
function opened(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const end = lines.findIndex((line) => /^\s*\*+\/\s*$/.test(line))
  const inside = end === -1 ? lines : lines.slice(0, end)
  const isEnd = end !== -1 && !inside.some((line) => line.includes('/*'))
  const isInside = inside.length > 0 && inside.every((line) => /^\s*\*(?:\s|$)/.test(line))
  return isEnd || isInside ? `/*${text}` : text
}
