import { createHash } from 'node:crypto'

/** A mutant as the mutation tester hands it to a checker. */
type Mutant = {
  readonly id: string
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

type Options = {
  readonly sample: { readonly seed: string; readonly share: number; readonly root: string }
}

/** The verdict of a checker. The mutation tester neither runs nor counts a refused mutant. */
type Verdict = { readonly status: 'passed' } | { readonly status: 'compileError'; readonly reason: string }

/** Draws a mutant by a hash of its place and change, so that no draw depends on another mutant. */
class SampleChecker {
  static readonly inject = ['options'] as const
  readonly #sample: Options['sample']

  constructor(options: Options) {
    this.#sample = options.sample
  }

  async init(): Promise<void> {}

  async check(mutants: readonly Mutant[]): Promise<Record<string, Verdict>> {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.#isDrawn(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    )
  }

  #isDrawn({ fileName, mutatorName, replacement, location }: Mutant): boolean {
    const { seed, share, root } = this.#sample
    const { line, column } = location.start
    const place = [seed, fileName.slice(root.length), line, column, mutatorName, replacement]
    const drawn = createHash('sha256').update(place.join('\n')).digest().readUInt32BE(0)
    return drawn / 2 ** 32 < share
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
