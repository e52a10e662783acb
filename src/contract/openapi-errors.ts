import { AgentError, agentErrorOf } from './agent-error.ts'
import { ERRORS, type ErrorCode, ErrorEnvelope, envelopeOf, Failure } from './errors.ts'
import { ZERO_ADDRESS } from './ids.ts'
import { LIMITS } from './limits.ts'
import { COMMON_ERRORS, errorsOf, type Operation } from './operation.ts'
import { referenced, type Schemas } from './schema-reference.ts'

const REQUEST_ID = '0b4f1a3e-8f0c-4a55-9d39-5d8a6f1f0c11'
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorCode, number>>> = {
  rate_limited: 30,
  quota_exceeded: 604_800,
  unavailable: 5,
}
/** Values that some parameters refuse: malformed, another chain, too many tokens. */
const REFUSED_VALUES = [
  ...['?', '1', `1:${ZERO_ADDRESS}`],
  Array.from({ length: LIMITS.scanTokens + 1 }, () => ZERO_ADDRESS).join(),
]

/** The error answers of an operation by status, with an example for each code. */
export function errorAnswers(
  operation: Operation,
  deps: { readonly schemas: Schemas; readonly headersOf: (status: number) => object },
) {
  const codes = errorsOf(operation)
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  const { errorForm, protocolRefusals = [], output } = operation
  const refusal = referenced(errorForm === 'agent' ? AgentError : ErrorEnvelope, deps.schemas)
  const schemaOf = (status: number) =>
    protocolRefusals.includes(status) ? { anyOf: [refusal, referenced(output, deps.schemas)] } : refusal
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const examples = Object.fromEntries(group.map((code) => [code, exampleOf(code, operation)]))
      return [
        status,
        {
          description: group.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
          headers: deps.headersOf(status),
          content: { 'application/json': { schema: schemaOf(status), examples } },
        },
      ]
    }),
  )
}

/** Examples that are the same for every operation, by their code. */
export function errorExamples() {
  const codes = COMMON_ERRORS.filter((code) => code !== 'invalid_parameter')
  return Object.fromEntries(codes.map((code) => [code, example(code, {})]))
}

function exampleOf(code: ErrorCode, operation: Operation) {
  const detail = faultOf(code, operation)
  const { errorForm } = operation
  if (detail !== undefined) return example(code, { detail, errorForm })
  const shared = errorForm === undefined && code in errorExamples()
  return shared ? { $ref: `#/components/examples/${code}` } : example(code, { errorForm })
}

function example(
  code: ErrorCode,
  {
    detail,
    errorForm,
  }: { readonly detail?: Record<string, unknown>; readonly errorForm?: Operation['errorForm'] },
) {
  const seconds = RETRY_AFTER_SECONDS[code]
  const failure = new Failure(code, {
    ...(detail === undefined ? {} : { detail }),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  })
  const envelope = errorForm === 'agent' ? agentErrorOf : envelopeOf
  return { summary: failure.message, value: envelope(failure, REQUEST_ID) }
}

/** The refusal of the first parameter that has this code; undefined when none has it. */
function faultOf(code: ErrorCode, { input, needsKey }: Operation): Record<string, unknown> | undefined {
  if (code === 'key_required') return needsKey && { parameter: needsKey[0] }
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
