import { type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import {
  ADDRESS_PATTERN,
  CHAIN_ID,
  type ContractAddress,
  CURSOR_FORMS,
  EVIDENCE_FORM,
  EVIDENCE_ID_MAX,
  evidenceId,
  type LedgerCursor,
  parseAddress,
  parseCursor,
  parseEvidenceId,
  parseSlug,
  SLUG_PATTERN,
  type Slug,
  UUID,
} from '../ids.ts'
import { LIMITS } from '../limits.ts'

/** The result of parsing a text: a value, or the error code with the invalid part. */
type Parsed<T> =
  | { readonly value: T }
  | { readonly refused: ErrorCode; readonly fault?: Readonly<Record<string, unknown>> }

/** One parameter: its schema and its parser, for every surface. */
export type Parameter<T = unknown, P extends Presence = Presence> = {
  readonly schema: TSchema
  /** The expected form in words, for the message and `detail.expected`. */
  readonly expected: string
  readonly parse: (text: string) => Parsed<T>
  readonly presence: P
  /** The default value; only when presence is `defaulted`. */
  readonly fallback?: T
  /** The error code when a required parameter is missing. */
  readonly absent: ErrorCode
  /** Alternative names. */
  readonly aliases: readonly string[]
  /** A request header that can carry it instead of the query. */
  readonly header?: string
}
/** `lenient`: a malformed value is ignored instead of refused. */
export type Presence = 'required' | 'optional' | 'defaulted' | 'lenient'

/** The type of a parameter's value. */
export type ValueOf<P> = P extends Parameter<infer T> ? T : never

/** Whether a parameter is a list: comma-separated, given several times, or both. */
export function isList({ schema }: Pick<Parameter, 'schema'>): boolean {
  return Reflect.get(schema, 'type') === 'array'
}

/** Characters of an invalid item that a refusal repeats. */
const FAULT_LENGTH = 64

/** A parameter without its presence. */
export type Form<T> = Pick<Parameter<T>, 'schema' | 'expected' | 'parse'> & { readonly absent?: ErrorCode }

/** A required parameter. */
export function required<T>(form: Form<T>): Parameter<T, 'required'> {
  return { absent: 'invalid_parameter', ...form, presence: 'required', aliases: [] }
}

/** An optional parameter. */
export function optional<T>(form: Form<T>): Parameter<T, 'optional'> {
  return { absent: 'invalid_parameter', ...form, presence: 'optional', aliases: [] }
}

/** An optional parameter with a default value. */
export function defaulted<T>(form: Form<T>, fallback: T): Parameter<T, 'defaulted'> {
  return {
    absent: 'invalid_parameter',
    ...form,
    schema: { ...form.schema, default: fallback },
    presence: 'defaulted',
    fallback,
    aliases: [],
  }
}

/** A parser made from a function that answers undefined for a text it refuses. */
export function parsedBy<T>(
  read: (text: string) => T | undefined,
  refused: ErrorCode = 'invalid_parameter',
): Parameter<T>['parse'] {
  return (text) => {
    const value = read(text)
    return value === undefined ? { refused } : { value }
  }
}

/** A whole number in decimal digits only: no sign, no exponent, no other base, no spaces. */
export function wholeNumber(bounds: { min: number; max: number }, description: string): Form<number> {
  return {
    schema: Type.Integer({ minimum: bounds.min, maximum: bounds.max, description }),
    expected: `a whole number from ${bounds.min} to ${bounds.max}, in decimal digits`,
    parse: parsedBy((text) => {
      const value = digits(text)
      return value !== undefined && value >= bounds.min && value <= bounds.max ? value : undefined
    }),
  }
}

/** A whole number from `min`. A number above `max` is read as `max`; the description has to say so. */
export function cappedNumber(bounds: { min: number; max: number }, description: string): Form<number> {
  const { min, max } = bounds
  return {
    schema: Type.Integer({ minimum: min, maximum: Number.MAX_SAFE_INTEGER, description }),
    expected: `a whole number from ${min}, in decimal digits`,
    parse: parsedBy((text) => {
      const value = digits(text)
      return value === undefined || value < min ? undefined : Math.min(value, max)
    }),
  }
}

/** A token's contract address, lower-cased. */
export function tokenAddress(): Form<ContractAddress> {
  return {
    schema: Type.String({ pattern: ADDRESS_PATTERN, description: 'Contract address of the token' }),
    expected: 'an address: 0x and 40 hexadecimal digits',
    absent: 'invalid_token',
    parse: parsedBy(parseAddress, 'invalid_token'),
  }
}

/** Up to `max` token addresses, comma-separated. Order and repetitions stay as given. */
export function tokenAddresses(max: number): Form<readonly ContractAddress[]> {
  const single = tokenAddress()
  return {
    schema: Type.Array(single.schema, {
      minItems: 1,
      maxItems: max,
      description: `Contract addresses, comma-separated or given several times, at most ${max}`,
    }),
    expected: `one to ${max} addresses, comma-separated`,
    parse: (text) => {
      const parts = text.split(',')
      if (parts.length > max) return { refused: 'batch_too_large', fault: { given: parts.length, max } }
      return parseEvery(parts, (part, index) => {
        const parsed = single.parse(part)
        return 'value' in parsed
          ? parsed
          : { ...parsed, fault: { index, given: part.slice(0, FAULT_LENGTH) } }
      })
    },
  }
}

/** The indexed chain; any other chain is refused. */
export function indexedChain(): Form<typeof CHAIN_ID> {
  return {
    schema: Type.Integer({ enum: [CHAIN_ID], description: 'Chain id; only 4663 is indexed' }),
    expected: `the chain id ${CHAIN_ID}`,
    parse: (text) => {
      const chain = digits(text)
      if (chain === undefined) return { refused: 'invalid_parameter' }
      return chain === CHAIN_ID ? { value: CHAIN_ID } : { refused: 'unsupported_chain' }
    },
  }
}

/** Any chain id. Another chain is not an error: nothing is published on it. */
export function anyChain(): Form<number> {
  return wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }, 'Chain id; only 4663 is indexed')
}

/** A contract of the indexed chain, `<chainId>:<address>`. */
export function contractReference(): Form<ContractAddress> {
  const prefix = `${CHAIN_ID}:`
  return {
    schema: Type.String({
      pattern: `^${prefix}0x[0-9a-fA-F]{40}$`,
      description: 'Contract as <chainId>:<address>',
    }),
    expected: `${prefix}<address>`,
    parse: (text) => {
      const address = parseAddress(text.slice(text.indexOf(':') + 1))
      if (address === undefined || !/^[1-9]\d{0,15}:/.test(text)) return { refused: 'invalid_parameter' }
      return text.startsWith(prefix) ? { value: address } : { refused: 'unsupported_chain' }
    },
  }
}

/** A project's slug, current or former. */
export function slug(): Form<Slug> {
  return {
    schema: Type.String({ pattern: SLUG_PATTERN, description: 'Project slug, current or former' }),
    expected: '1 to 80 of a-z, 0-9 and hyphen',
    parse: parsedBy(parseSlug),
  }
}

/** The parts of a typed evidence id. The id of a change event with a suffix is not an evidence id. */
export function typedEvidenceId(): Form<NonNullable<ReturnType<typeof parseEvidenceId>>> {
  return {
    schema: Type.String({
      pattern: `^(${EVIDENCE_FORM})$`,
      maxLength: EVIDENCE_ID_MAX,
      description: 'Typed evidence id, URL-encoded',
    }),
    expected: 'a typed evidence id, for example ship:<uuid>',
    parse: parsedBy(parseEvidenceId, 'invalid_evidence_id'),
  }
}

/** The evidence id of a source. */
export function sourceId(description: string): Form<`source:${string}`> {
  return {
    schema: Type.String({ pattern: `^source:${UUID}$`, description }),
    expected: 'source:<uuid>',
    parse: parsedBy((text) => {
      const parsed = parseEvidenceId(text)
      return parsed?.prefix === 'source' ? evidenceId('source', parsed.key) : undefined
    }),
  }
}

/** The expected form of a cursor, for refusals. */
export const CURSOR_EXPECTED = 'a cursor this service issued; start with c1.0'

/** A ledger cursor from nextCursor of an answer, with the mode that it continues. */
export function cursor(modes: readonly LedgerCursor['mode'][], description: string): Form<LedgerCursor> {
  return {
    schema: Type.String({ pattern: `^(${modes.map((mode) => CURSOR_FORMS[mode]).join('|')})$`, description }),
    expected: CURSOR_EXPECTED,
    parse: parsedBy((text) => {
      const parsed = parseCursor(text)
      return parsed !== undefined && modes.includes(parsed.mode) ? parsed : undefined
    }, 'invalid_cursor'),
  }
}

/** The declared integration: `name` or `name/version`. Any other form is ignored. @source contract, Partner reads */
export function integration(): Parameter<string, 'lenient'> {
  const pattern = '^[a-z0-9._-]+(/[a-z0-9._-]+)?$'
  const form = new RegExp(pattern)
  return {
    schema: Type.String({
      pattern,
      maxLength: LIMITS.integrationLength,
      description: 'Self-declared name or name/version of the caller; becomes utm_source of project_link',
    }),
    expected: 'name or name/version of a-z, 0-9, dot, underscore, hyphen',
    parse: parsedBy((text) =>
      text.length <= LIMITS.integrationLength && form.test(text) ? text : undefined,
    ),
    presence: 'lenient',
    absent: 'invalid_parameter',
    aliases: [],
    header: 'x-svc-integration',
  }
}

function digits(text: string): number | undefined {
  if (!/^[0-9]{1,16}$/.test(text)) return undefined
  const value = Number.parseInt(text, 10)
  return Number.isSafeInteger(value) ? value : undefined
}

/** The values of every part, or the first refusal. */
export function parseEvery<T>(
  parts: readonly string[],
  parse: (text: string, index: number) => Parsed<T>,
): Parsed<readonly T[]> {
  const values: T[] = []
  for (const [index, part] of parts.entries()) {
    const parsed = parse(part, index)
    if ('refused' in parsed) return parsed
    values.push(parsed.value)
  }
  return { value: values }
}
