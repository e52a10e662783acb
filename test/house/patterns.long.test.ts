import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
const LENGTH = 64 * 1024
/**
 * A pattern may take at most this many times as long as the linear pattern. A quadratic one takes half of `LENGTH`
 * times as long, a bounded repetition at most as many times as its bound.
 */
const RATIO_MAX = 4000
const ROUNDS = 20

type Pattern = { readonly where: string; readonly source: string; readonly flags: string }

/** The patterns in a file that are written as literals or made of one text. */
function patternsIn(where: string, text: string): readonly Pattern[] {
  const found: Pattern[] = []
  const pending: unknown[] = [parseAst(text, { lang: 'ts' })]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string }
      found.push({ where, source: pattern, flags })
    }
    for (const child of Object.values(node))
      if (typeof child === 'object' && child !== null) pending.push(child)
  }
  return found
}

/** Characters that patterns repeat. */
const SIGNS = [
  ...'aA0 \t\n/\\<>()[]{}"\'.,:;=-_#?&%@$*+|~^!`',
  'é',
  '\u3164',
  '00',
  'a.',
  'a-',
  '0,',
  ' a',
  '\r\n',
  'x=',
]

/** Texts of `LENGTH` that repeat a character or a word of the pattern. The pattern may match them up to their end. */
function* textsFor({ source }: Pattern): Generator<string> {
  const words = [...new Set(source.replaceAll(/\\[a-zA-Z]/g, ' ').match(/[\w ]+|[^\w\s]/g) ?? [])]
  const begins = new Set(['', 'a.', ...words.slice(0, 1)])
  for (const begin of begins) {
    for (const repeated of [...SIGNS, ...words, ...words.map((word) => `${word} `)]) {
      const text = `${begin}${repeated.repeat(Math.ceil(LENGTH / repeated.length))}`.slice(0, LENGTH)
      for (const end of ['\u0000', 'a']) yield `${text}${end}`
    }
  }
}

const LINEAR: Pattern = { where: '', source: '[^a][^a]b', flags: '' }
const context = createContext({ text: '' })
const scriptOf = ({ source, flags }: Pattern) =>
  new Script(`new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags.replace('y', ''))}).exec(text)`)
const linear = scriptOf(LINEAR)

/**
 * Milliseconds of the linear pattern over a text: the median of the rounds, because another process can take the
 * processor in some of them.
 */
function linearMs(text: string): number {
  context['text'] = text
  const durations = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now()
    linear.runInContext(context)
    return performance.now() - begun
  })
  return durations.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN
}

/** Whether a pattern ends within the time limit. */
function endsWithin(script: Script, text: string, timeout: number): boolean {
  context['text'] = text
  try {
    script.runInContext(context, { timeout })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

/** A text that keeps the pattern busy for more than its share; undefined when there is none. */
function slowText(pattern: Pattern): string | undefined {
  const script = scriptOf(pattern)
  const isSlow = (text: string, limit: number) => !endsWithin(script, text, limit)
  const first = limitMs()
  // Measured twice, because another process can take the processor meanwhile.
  return textsFor(pattern).find((text) => isSlow(text, first) && isSlow(text, limitMs()))
}

const PLAIN = 'ab'.repeat(LENGTH / 2)
const limitMs = () => Math.ceil(RATIO_MAX * linearMs(PLAIN))
const named = (pattern: Pattern, text: string | undefined) =>
  text === undefined
    ? []
    : [`${pattern.where} /${pattern.source}/${pattern.flags} on ${JSON.stringify(text.slice(0, 20))}`]

test.each<[string, string, boolean]>([
  ['a pattern that begins anywhere in what it repeats', 'x*y', true],
  ['words that the repetition may contain', 'method .*(not found|disabled)', true],
  ['nested repetition', '^(a+)+$', true],
  ['a beginning and a repetition', String.raw`^[a-z0-9-]+(\.[a-z0-9-]*[a-z][a-z0-9-]*)+$`, true],
  ['a bounded repetition', '(range|blocks).{0,40}(max|limit)', false],
  ['a repetition that begins once', String.raw`(?<!\/)\/+$`, false],
])('[R147] finds the time of %s', (_, source, isSlow) => {
  expect(slowText({ where: '', source, flags: 'i' }) !== undefined).toBe(isSlow)
})

// It runs every pattern over some hundred texts, which takes minutes where other tests share the processor.
test('[R147] no pattern of the service takes more than a linear one by far on 64 KB', {
  timeout: 600_000,
}, async () => {
  const files = (await Array.fromAsync(glob('**/*.ts', { cwd: SRC }))).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const read = await Promise.all(
    files.toSorted().map(async (file) => patternsIn(file, await readFile(join(SRC, file), 'utf8'))),
  )
  const patterns = read.flat()
  expect(patterns.length).toBeGreaterThan(200)
  expect(patterns.flatMap((pattern) => named(pattern, slowText(pattern)))).toEqual([])
})
