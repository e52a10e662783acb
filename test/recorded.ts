import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scripted } from './answering-server.ts'

/** An answer of a provider as its documentation or its own tests print it, in `test/recorded/<provider>/<name>.json`. */
export type Recorded = {
  readonly name: string
  /** Where it is printed: an address, with the place on the page. */
  readonly source: string
  /** The answer, for an answering server. */
  readonly answer: Scripted & { readonly status: number; readonly headers: Readonly<Record<string, string>> }
}

/** A file: the body is the text that was sent, or its JSON value. */
type RecordedFile = {
  readonly source: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const FOLDER = join(import.meta.dirname, 'recorded')

/** The recorded answers of a provider by name, such as `not-found`. */
export async function recordedAnswers(provider: string): Promise<ReadonlyMap<string, Recorded>> {
  const folder = join(FOLDER, provider)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()
  const recorded = await Promise.all(
    files.map(async (file) => {
      const { source, status, headers, body }: RecordedFile = JSON.parse(
        await readFile(join(folder, file), 'utf8'),
      )
      const name = file.slice(0, -'.json'.length)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { name, source, answer: { status, headers, body: text } }
    }),
  )
  return new Map(recorded.map((answer) => [answer.name, answer]))
}
