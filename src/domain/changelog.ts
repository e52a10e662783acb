import { type CalendarDate, parseDate } from '#contract/time.ts'
import { uuidOf } from './natural-key.ts'

/** Kinds of an entry, in the order of the file. */
export const CHANGE_KINDS = ['Added', 'Changed', 'Deprecated', 'Truth repairs'] as const
type ChangeKind = (typeof CHANGE_KINDS)[number]

/** An entry about a change for callers. Invariant: `id` follows from day and text, so that wrapping a line keeps it. */
export type ChangelogEntry = {
  readonly id: string
  readonly date: CalendarDate
  readonly kind: ChangeKind
  /** One paragraph; code is between backticks. */
  readonly text: string
}

/** The dated changes that callers can see, newest day first, with the policy of versioning. */
export type Changelog = { readonly policy: string; readonly entries: readonly ChangelogEntry[] }

const TITLE = '# Changelog'
/** The sentence that a truth repair must have: it gives the name of the earlier answers. */
const FORMER_NAME = /Earlier answers are named `[^`]+`/
const FORM = 'a day ("## 2026-11-22"), a kind ("### Added") or an entry ("- text", continued by two spaces)'

/**
 * Reads the changelog. Days must descend. A day has each kind at most once and each text once. A truth repair must name
 * the earlier answers.
 * @throws Error with the line that has another form
 */
export function parseChangelog(file: string): Changelog {
  const lines = file.split('\n').map((text, index) => ({ text, number: index + 1 }))
  const firstDay = lines.findIndex(({ text }) => text.startsWith('## '))
  if (lines[0]?.text !== TITLE || firstDay === -1) refuse(1, `"${TITLE}", a policy and a day`)
  const policy = paragraph(lines.slice(1, firstDay).map(({ text }) => text))
  const read: Read = { entries: [], date: undefined, kind: undefined, open: undefined }
  for (const line of lines.slice(firstDay)) readLine(line, read)
  close(read)
  return { policy, entries: read.entries }
}

type Line = { readonly text: string; readonly number: number }
type Read = {
  readonly entries: ChangelogEntry[]
  date: CalendarDate | undefined
  kind: ChangeKind | undefined
  /** The entry whose lines are being read. */
  open: { readonly texts: string[]; readonly line: number } | undefined
}

function readLine({ text, number }: Line, read: Read): void {
  if (text.startsWith('  ') && read.open !== undefined) {
    read.open.texts.push(text)
    return
  }
  close(read)
  if (text === '') return
  if (text.startsWith('## ')) readDay({ text, number }, read)
  else if (text.startsWith('### ')) readKind({ text, number }, read)
  else if (text.startsWith('- ') && read.kind !== undefined)
    read.open = { texts: [text.slice(2)], line: number }
  else refuse(number, FORM)
}

function readDay({ text, number }: Line, read: Read): void {
  const date = parseDate(text.slice(3))
  if (date === undefined || (read.date !== undefined && date >= read.date)) {
    refuse(number, 'a day before the day above')
  }
  read.date = date
  read.kind = undefined
}

function readKind({ text, number }: Line, read: Read): void {
  const kind = CHANGE_KINDS.find((known) => `### ${known}` === text)
  const isRepeated = read.entries.some((entry) => entry.date === read.date && entry.kind === kind)
  if (kind === undefined || isRepeated) refuse(number, `one of ${CHANGE_KINDS.join(', ')}, once a day`)
  read.kind = kind
}

function close(read: Read): void {
  const { open, date, kind } = read
  if (open === undefined || date === undefined || kind === undefined) return
  read.open = undefined
  const text = paragraph(open.texts)
  if (kind === 'Truth repairs' && !FORMER_NAME.test(text)) {
    refuse(open.line, 'a truth repair with the sentence "Earlier answers are named `name`."')
  }
  if (kind !== 'Truth repairs' && text.startsWith('Truth repair'))
    refuse(open.line, 'it under "### Truth repairs"')
  const id = uuidOf('changelog', `${date} ${text}`)
  if (read.entries.some((entry) => entry.id === id)) refuse(open.line, 'a text that the day does not have')
  read.entries.push({ id, date, kind, text })
}

function paragraph(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

function refuse(line: number, expected: string): never {
  throw new Error(`Invalid CHANGELOG.md, line ${line}: expected ${expected}`)
}
