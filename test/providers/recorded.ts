import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Scripted } from '#test/servers/answering-server.ts'

/**
 * An answer of a provider, as its documentation or its own tests print it. The file is
 * `test/recorded/<provider>/<name>.json`.
 */
export type Recorded = {
  readonly name: string
  /** Where the answer is printed: an address, with the place on the page. */
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

const FOLDER = join(import.meta.dirname, '../recorded')

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

/** One recorded answer, for an answering server. @throws Error for a name without a file */
export function answerNamed(name: string, recorded: ReadonlyMap<string, Recorded>): Recorded['answer'] {
  const answer = recorded.get(name)?.answer
  if (answer === undefined) throw new Error(`no recorded answer ${name}`)
  return answer
}

/** Fails unless the names are those of the recorded answers, and each answer names its source. */
export function expectAllUsed(names: readonly string[], recorded: ReadonlyMap<string, Recorded>): void {
  expect([...recorded.keys()].toSorted()).toEqual(names.toSorted())
  for (const { source } of recorded.values()) expect(source.length).toBeGreaterThan(20)
}

const PROXIES = await recordedAnswers('proxies')

/**
 * The recorded answers of proxies in front of providers, each with the outcome of a reading that gets it from a JSON
 * API.
 */
export const PROXY_CASES = [...PROXIES.values()].map(({ name, answer }) => {
  const isLimit = name.startsWith('cloudflare-limit')
  return [name, isLimit ? 'rate_limited' : 'unavailable', answer] as const
})
