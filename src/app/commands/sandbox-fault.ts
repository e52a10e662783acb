import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { refuse } from '#operator/refusal.ts'
import { describeFaults, families, providerNames } from '#sandbox/providers/faults/kinds.ts'
import { controlOf, requestSandbox } from '../sandbox.ts'
import { onService } from './operate.ts'
import { printResult } from './print.ts'
import { spanMs } from './span.ts'

/** The options of `sandbox do fault`. */
type FaultOptions = {
  readonly match?: string
  readonly times?: number
  readonly delay?: number
  readonly blocks?: number
  readonly status?: number
  readonly header?: Readonly<Record<string, string>>
  readonly body?: string
  readonly bodyFile?: string
}

/** Adds the command that makes a provider, or a family of providers, fail. */
export function addFault(make: Command): void {
  const fault = make
    .command('fault <provider> <kind> [for]')
    .description(
      'Make a provider or a family of providers fail until "clear" or for a time (90s, 30m, 2h, 3d)',
    )
    .option('--match <text>', 'only requests whose host, path, query or body contain it')
    .option('--times <count>', 'only so many requests', wholeNumber)
    .option('--delay <span>', 'how long an answer takes, or the pause that a limit names', spanMs)
    .option('--blocks <count>', 'blocks of a log query or of kept state', wholeNumber)
    .option('--status <number>', 'the status that "replaced" answers', wholeNumber)
    .option('--header <name:value>', 'a header of that answer; can be given again', headers)
    .option('--body <text>', 'the body of that answer')
    .option('--body-file <file>', 'a file with that body')
    .addHelpText('after', FAULT_HELP)
  printResult(fault, {
    run: async (provider: string, kind: string, span?: string) => {
      const isEnd = kind === 'clear'
      const body = isEnd
        ? { provider: provider === 'all' ? undefined : provider }
        : { provider, kind, ...(await orderOf(fault.opts<FaultOptions>(), span)) }
      const path = isEnd ? '/fault/clear' : '/fault'
      return onService((service) => requestSandbox({ controlUrl: controlOf(service), path, body }))
    },
    line: (done) => JSON.stringify(done),
  })
}

/** A fault as the sandbox's control server takes it, without provider and kind. */
async function orderOf(options: FaultOptions, span: string | undefined) {
  const { match, times, delay, blocks, status, header, bodyFile } = options
  const body = bodyFile === undefined ? options.body : await readFile(bodyFile, 'utf8')
  const isReplaced = [status, header, body].some((given) => given !== undefined)
  return {
    match,
    times,
    delayMs: delay,
    maxBlocks: blocks,
    forMs: span === undefined ? undefined : spanMs(span),
    replacement: isReplaced ? { status, headers: header, body } : undefined,
  }
}

function headers(text: string, before: Readonly<Record<string, string>> = {}) {
  const at = text.indexOf(':')
  if (at < 1) refuse(`Invalid header "${text}": expected name:value`)
  return { ...before, [text.slice(0, at).toLowerCase()]: text.slice(at + 1).trim() }
}

const FAULT_HELP = `
Providers: ${providerNames.join(', ')}
Families: ${Object.entries(families)
  .map(([name, of]) => `${name} (${of.join(', ')})`)
  .join(', ')}

A fault ends after its time or its number of requests, when the sandbox stops, or with "clear":
  svc sandbox do fault github clear
  svc sandbox do fault all clear

A family goes away for a time, and the world meanwhile goes on:
  svc sandbox do fault markets reset 84h && svc sandbox advance 84h

A provider answers what a hostile one would:
  svc sandbox do fault github replaced --match /releases --body-file odd.json

Kinds, with the situations that they show (docs/testing.md says how to find their tests):
${describeFaults()}`

function wholeNumber(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) refuse(`Invalid number "${text}": expected a whole number from 1`)
  return Number.parseInt(text, 10)
}
