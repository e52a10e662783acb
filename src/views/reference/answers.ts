/** A request and what the sandbox answered. `npm run answers` writes them. */
export type StoredAnswer = {
  readonly input: Readonly<Record<string, string>>
  /** Headers of the request, besides those of a key and of a body. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly type?: string
  readonly answer?: unknown
  readonly text?: string
  readonly characters?: number
}

/** A delivery as a receiver got it. */
export type StoredDelivery = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** The commands that generate a client in a language and run a first call. The kits run the same lines. */
type LanguageCommands = {
  readonly language: string
  readonly name: string
  readonly generator: string
  /** The programs that a machine must have. */
  readonly needs: string
  readonly steps: readonly { readonly says: string; readonly line: string }[]
  /** The name of the file with the first call, and its text. */
  readonly program: string
  readonly source: string
}

/** What the reference shows besides the contract: files of the repository. */
export type ReferenceFiles = {
  readonly answers: ReadonlyMap<string, StoredAnswer>
  readonly events: Readonly<Record<string, unknown>>
  readonly deliveries: { readonly ping: StoredDelivery; readonly event: StoredDelivery }
  readonly languages: readonly LanguageCommands[]
}

/** Reads the files of the reference. A new operation has no answer until `npm run answers` has stored one. */
export function parseReferenceFiles(
  read: (file: string) => string,
  storedIds: readonly string[],
): ReferenceFiles {
  const parse = <T>(file: string) => JSON.parse(read(file)) as T
  const languages = parse<readonly Omit<LanguageCommands, 'source'>[]>('clients/commands.json')
  return {
    answers: new Map(storedIds.map((id) => [id, parse<StoredAnswer>(`reference/answers/${id}.json`)])),
    events: parse('reference/events.json'),
    deliveries: parse('reference/deliveries.json'),
    languages: languages.map((one) => ({ ...one, source: read(`clients/${one.program}`) })),
  }
}
