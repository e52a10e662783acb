import type { TSchema } from 'typebox'
import { AgentError, agentErrorOf } from '../agent-error.ts'
import { ERRORS, type ErrorCode, ErrorEnvelope, envelopeOf, Failure } from '../errors.ts'
import { ZERO_ADDRESS } from '../ids.ts'
import { known } from '../known.ts'
import { LIMITS } from '../limits.ts'
import { COMMON_ERRORS, errorsOf, type Operation } from '../operation.ts'
import { headersOfRefusal } from './headers.ts'
import { referenced, type Schemas } from './schema-reference.ts'

/** Components of the document by name: refusals, or examples of them. */
export type Components = Map<string, object>

const REQUEST_ID = '0b4f1a3e-8f0c-4a55-9d39-5d8a6f1f0c11'
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorCode, number>>> = {
  rate_limited: 30,
  quota_exceeded: 604_800,
  unavailable: 5,
}
/** Values that some parameters refuse: malformed, another chain, too many tokens. */
const REFUSED_VALUES = [
  '?',
  '1',
  `1:${ZERO_ADDRESS}`,
  Array.from({ length: LIMITS.scanTokens + 1 }, () => ZERO_ADDRESS).join(),
]

/** The form of a refusal in the service, and in the agent contract. */
const FORMS = {
  service: { prefix: '', schema: ErrorEnvelope, envelopeOf },
  agent: { prefix: 'agent_', schema: AgentError, envelopeOf: agentErrorOf },
} as const

type Into = { readonly schemas: Schemas; readonly responses: Components; readonly examples: Components }

/**
 * The refusals of an operation by status, as references to `responses`. A refusal that `responses` lacks is added to
 * it. 405 is left out, because it answers a method that has no operation.
 */
export function refusalsOf(operation: Operation, into: Into): Record<string, object> {
  const codes = errorsOf(operation).filter((code) => code !== 'method_not_allowed')
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = nameOf(operation, status, codes)
      if (!into.responses.has(name)) into.responses.set(name, refusalOf(operation, { status, codes, into }))
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/**
 * The component's name, for example `E400`. Error codes that not every operation has are added to it. The name of a
 * refusal of the agent contract begins with `Agent`, and a refusal in the form of a protocol has the operation's name.
 */
function nameOf({ errorForm, ...operation }: Operation, status: number, codes: readonly ErrorCode[]): string {
  const common: readonly ErrorCode[] = COMMON_ERRORS
  const own = codes.filter((code) => !common.includes(code)).map(capitalised)
  const form = errorForm === 'agent' ? 'Agent' : ''
  const protocol = isOfProtocol(operation, status) ? capitalised(operation.name) : ''
  return [form, protocol, `E${status}`, ...own].join('')
}

function isOfProtocol({ protocolRefusals = [] }: Pick<Operation, 'protocolRefusals'>, status: number) {
  return protocolRefusals.includes(status)
}

function capitalised(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function refusalOf(
  operation: Operation,
  refusal: { readonly status: number; readonly codes: readonly ErrorCode[]; readonly into: Into },
) {
  const { status, codes, into } = refusal
  const { prefix, schema } = formOf(operation)
  const own = referenced(schema, into.schemas)
  const either = (other: TSchema) => ({ anyOf: [own, referenced(other, into.schemas)] })
  const shown = status === 400 ? codes : codes.filter(() => prefix === '')
  const examples = shown.map((code) => {
    const name = `${prefix}${code}`
    if (!into.examples.has(name)) into.examples.set(name, exampleOf(code, operation))
    return [code, { $ref: `#/components/examples/${name}` }] as const
  })
  return {
    description: `${codes.join(', ')}.`,
    headers: headersOfRefusal(status),
    content: {
      'application/json': {
        schema: isOfProtocol(operation, status) ? either(operation.output) : own,
        ...(shown.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  }
}

function exampleOf(code: ErrorCode, operation: Operation) {
  const detail = faultOf(code, operation)
  const seconds = RETRY_AFTER_SECONDS[code]
  const failure = new Failure(code, {
    ...known({ detail, retryAfterSeconds: seconds }),
  })
  return { value: formOf(operation).envelopeOf(failure, REQUEST_ID) }
}

/** The form of an operation's refusals. A page is described by the JSON form of its refusals. */
function formOf({ errorForm }: Operation) {
  return errorForm === 'agent' ? FORMS.agent : FORMS.service
}

/** The refusal of the first parameter that refuses a value with this code; undefined when no parameter does. */
function faultOf(code: ErrorCode, { input }: Operation): Record<string, unknown> | undefined {
  for (const [parameter, { presence, expected, parse }] of Object.entries({
    ...input.path,
    ...input.query,
  })) {
    if (presence === 'lenient') continue
    for (const parsed of REFUSED_VALUES.map(parse))
      if ('refused' in parsed && parsed.refused === code) return { parameter, expected, ...parsed.fault }
  }
  return undefined
}
