import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { UtilityStatus } from '#contract/enums.ts'
import { ADDRESS_PATTERN, Slug, toAddress } from '#contract/ids.ts'
import { parseDate } from '#contract/time.ts'
import type { ServiceToken } from '#domain/service-token.ts'

const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const closed = { additionalProperties: false }

const Utility = Type.Object(
  {
    name: Words(120),
    status: UtilityStatus,
    description: Type.Optional(Words(400)),
    url: Type.Optional(Words(400)),
  },
  closed,
)
const File = Type.Object(
  {
    name: Words(120),
    symbol: Type.Optional(Words(40)),
    contract: Type.Optional(Type.String({ pattern: ADDRESS_PATTERN })),
    project: Type.Optional(Slug),
    reviewedOn: Type.String(),
    utilities: Type.Optional(Type.Array(Utility, { maxItems: 50 })),
  },
  closed,
)

/**
 * The reviewed file of the service's own token.
 * @throws Error when the file cannot be read, or naming the part that has another form
 */
export function readServiceToken(file: string): ServiceToken {
  return parseServiceToken(readText(file))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`Invalid SERVICE_TOKEN_FILE: "${file}", expected a file that this process can read`, {
      cause,
    })
  }
}

/** Parses the file's YAML. @throws Error naming the part that has another form */
export function parseServiceToken(text: string): ServiceToken {
  const value: unknown = parse(text, { schema: 'core', maxAliasCount: 0 })
  if (!Value.Check(File, value)) {
    const [first] = Value.Errors(File, value)
    refuse(`${first?.instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${first?.message}`)
  }
  const { name, symbol, contract, project, utilities } = value
  const reviewedOn = parseDate(value.reviewedOn)
  if (reviewedOn === undefined) refuse('reviewedOn must be a day, YYYY-MM-DD')
  return {
    name,
    symbol: symbol ?? null,
    contract: contract === undefined ? null : toAddress(contract),
    project: project ?? null,
    reviewedOn,
    utilities: utilities === undefined ? null : utilities.map(utilityOf),
  }
}

function utilityOf({ name, status, description, url }: Static<typeof Utility>) {
  return { name, status, description: description ?? null, url: url ?? null }
}

function refuse(fault: string): never {
  throw new Error(`Invalid SERVICE_TOKEN_FILE: ${fault}`)
}
