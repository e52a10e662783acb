import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * An entry of the journal: a move of the replay's clock, or an event since the epoch. The world is rebuilt from the
 * entries alone, in their order.
 */
export type Entry =
  | { readonly kind: 'past'; readonly behindMs: number }
  | { readonly kind: 'action'; readonly at: number; readonly action: string; readonly slug: string }
  | { readonly kind: 'live'; readonly at: number; readonly turn: number }
  | {
      readonly kind: 'advance'
      readonly at: number
      readonly ms: number
      readonly events: number
      readonly turn: number
    }
  | { readonly kind: 'reorg'; readonly at: number; readonly depth: number; readonly dropDeployment?: string }

export type Origin = {
  readonly version: number
  readonly seed: string
  readonly epoch: number
  readonly offsetMs: number
  /** How far the clock was behind the present at the first start. */
  readonly behindMs: number
  readonly castDigest: string
}

/** The journal of a sandbox. An entry is on disk before its change can be seen. */
export class Journal {
  readonly #file: number

  private constructor(file: number) {
    this.#file = file
  }

  /** Opens and reads the journal. Removes an incomplete last line, which a killed process can leave. */
  static open(dataDir: string): { journal: Journal; entries: readonly Entry[] } {
    const path = join(dataDir, 'journal.ndjson')
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
    const lines = whole.split('\n').filter((line) => line.length > 0)
    const entries = lines.map((line): Entry => JSON.parse(line))
    return { journal: new Journal(openSync(path, 'a')), entries }
  }

  append(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** The stored origin. At the first start, stores the given origin and returns it. */
export function keepOrigin(dataDir: string, first: () => Origin): Origin {
  const path = join(dataDir, 'world.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const origin = first()
  writeWhole(path, JSON.stringify(origin))
  return origin
}

/** Writes a file atomically. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(`${path}.new`, 'w')
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
}
