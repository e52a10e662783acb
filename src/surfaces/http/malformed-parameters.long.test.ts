import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { READS } from '#contract/operations/index.ts'
import { isList, type Parameter } from '#contract/parameters/parameter.ts'
import { faultsOf, type Got } from '#test/service/described-answers.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

/** Query texts that are malformed for every form: number, address, slug, date, choice, cursor. */
const MALFORMED = {
  'a hexadecimal number': '0x10',
  'an exponent': '1e1',
  'a number in spaces': '%205%20',
  'a sign': '%2B7',
  'a sign that reads as a space': '+7',
  'a fraction': '5.0',
  'a negative number': '-1',
  'a number past every range': '99999999999999999999999',
  'no number': 'NaN',
  null: 'null%20',
  nothing: '',
  spaces: '%20%20',
  'a NUL': '%00',
  'a NUL after a value': '5%00',
  'a line end': '5%0d%0aset-cookie:%20a=b',
  'a lone percent sign': '%',
  'broken percent-encoding': '%zz',
  'bytes that are no UTF-8': '%ff%fe',
  'an overlong slash': '%c0%af',
  'half a surrogate pair': '%ed%a0%80',
  'digits of another script': '%D9%A3%EF%BC%95',
  'a fullwidth letter': '%EF%BD%8C%EF%BD%95men',
  'capital letters': 'LUMEN%20X',
  'a quote and SQL': '%27%20or%201=1--',
  markup: '%3Cscript%3E',
  JSON: '%7B%22a%22:1%7D',
  'a path upwards': '..%2F..%2Fetc',
  'the prototype': '__proto__',
  '10 kB': 'a'.repeat(10_240),
  '10 kB of commas': ','.repeat(10_240),
} as const
const MALFORMATIONS = Object.entries(MALFORMED)
/** Names that resemble a parameter's. */
const NEAR = (name: string) => [
  `${name}[]`,
  `${name}[0]`,
  `${name}.x`,
  `${name}%00`,
  `%20${name}`,
  name.toUpperCase(),
]

const inQuery = READS.flatMap((operation) =>
  Object.entries(operation.input.query).flatMap(([name, parameter]) =>
    [name, ...parameter.aliases].map((given) => ({
      operation,
      name,
      given,
      parameter,
      title: `${operation.path}?${given}`,
    })),
  ),
)
const inPath = READS.flatMap((operation) =>
  Object.entries(operation.input.path).map(([name, parameter]) => ({
    operation,
    name,
    parameter,
    title: `${operation.path} ${name}`,
  })),
)

/** The input of the first example, as texts by name. */
const exampleOf = ({ examples: [first] }: Operation): Readonly<Record<string, string>> => first?.input ?? {}

/** The address of an example, with unencoded texts. */
function addressOf(
  operation: Operation,
  put: { path?: Record<string, string>; query?: readonly string[] } = {},
): string {
  const example = exampleOf(operation)
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => put.path?.[name] ?? encodeURIComponent(example[name] ?? ''),
  )
  const own = Object.entries(example).filter(
    ([name]) => !path.includes('{') && !(name in operation.input.path),
  )
  const query = put.query ?? own.map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** The example's query without one parameter, and without the parameters that exclude it. */
function others(operation: Operation, name: string): readonly string[] {
  const apart = operation.exclusive?.includes(name) === true ? operation.exclusive : []
  return Object.entries(exampleOf(operation))
    .filter(([other]) => other in operation.input.query && other !== name && !apart.includes(other))
    .map(([other, text]) => `${other}=${encodeURIComponent(text)}`)
}

/** The refusal; under /api/agent it is the object in `error`. */
function errorOf({ text }: Got): { detail?: { parameter?: string } } {
  const body = JSON.parse(text)
  return typeof body.error === 'object' ? body.error : body
}

/** Whether a text is valid for the parameter after all: `0x10` is a slug. */
function hasForm(text: string, { schema }: Parameter): boolean {
  const read = new URLSearchParams(`x=${text}`).get('x')
  return 'pattern' in schema && read !== null && new RegExp(String(schema.pattern)).test(read)
}

/** Whether the parameter accepts any words. */
function isFree({ schema }: Parameter): boolean {
  return 'maxLength' in schema && !('pattern' in schema) && !('enum' in schema)
}

async function askKeyless(url: string, { path }: Operation): Promise<Got> {
  const answer = await service.get(url)
  expect([url.slice(0, 200), answer.status, ...faultsOf(answer, path)]).toEqual([
    url.slice(0, 200),
    answer.status,
  ])
  return answer
}

describe('[agents 41] in the query', () => {
  for (const { operation, name, given, parameter, title } of inQuery) {
    const needsKey = operation.needsKey?.includes(name) === true
    const lenient = parameter.presence === 'lenient'
    const put = (...texts: readonly string[]) =>
      addressOf(operation, {
        query: [...others(operation, name), ...texts.map((text) => `${given}=${text}`)],
      })

    test(`${title}: refuses malformed values, or ignores them where the contract says so [contract every query parameter of a read]`, async () => {
      for (const [what, text] of MALFORMATIONS) {
        const answer = await askKeyless(put(text), operation)
        if (isFree(parameter) || hasForm(text, parameter)) continue
        if (lenient) expect([what, errorOf(answer).detail?.parameter]).not.toEqual([what, name])
        else if (needsKey) expect([what, answer.status]).toEqual([what, 401])
        else expect([what, answer.status, errorOf(answer).detail?.parameter]).toEqual([what, 400, name])
      }
    })

    test(`${title}: refuses two values, even equal ones, and joins those of a list [contract every query parameter of a read]`, async () => {
      const text = encodeURIComponent(exampleOf(operation)[name] ?? '1')
      const answer = await askKeyless(put(text, text), operation)
      const joined = isList(parameter) ? await askKeyless(put(`${text},${text}`), operation) : undefined
      if (joined !== undefined) expect(answer.status).toBe(joined.status)
      else if (lenient) expect(errorOf(answer).detail?.parameter).not.toBe(name)
      else expect(answer.status).toBe(needsKey ? 401 : 400)
    })

    test(`${title}: ignores similar names`, async () => {
      const without = await askKeyless(put(), operation)
      for (const near of NEAR(given)) {
        const url = addressOf(operation, { query: [...others(operation, name), `${near}=0x10`] })
        const answer = await askKeyless(url, operation)
        expect([near, answer.status]).toEqual([near, without.status])
      }
    })
  }
})

/** Texts at and past the ends of what instants, dates and PostgreSQL can hold. */
const EDGES_OF_TIME = [
  ['0000-01-01T00:00:00Z', 400],
  ['0000-01-01', 400],
  ['0000-12-31', 400],
  ['-0001-01-01T00:00:00Z', 400],
  ['%2B010000-01-01T00:00:00Z', 400],
  ['10000-01-01', 400],
  ['0001-01-01T00:00:00Z', 200],
  ['9999-12-31T23:59:59.999999999Z', 200],
  ['2016-12-31T23:59:60Z', 200],
  ['9999-12-31T23:59:60Z', 200],
] as const
const isTime = ({ expected }: Parameter) => expected.includes('ISO 8601')
const takesDates = ({ expected }: Parameter) => expected.startsWith('a date')

describe('[R97] at the edges of time', () => {
  test.each(inQuery.filter(({ parameter }) => isTime(parameter)))(
    '$title is answered or refused, and never fails',
    async ({ operation, name, given, parameter }) => {
      const dates = takesDates(parameter) ? 200 : 400
      for (const [text, expected] of [
        ...EDGES_OF_TIME,
        ['0001-01-01', dates],
        ['9999-12-31', dates],
      ] as const) {
        const query = [...others(operation, name), `${given}=${text}`]
        const { status } = await askKeyless(addressOf(operation, { query }), operation)
        expect([text, status]).toEqual([text, expected])
      }
    },
  )

  test('every list with dates is asked', () => {
    const asked = inQuery.filter(({ parameter }) => isTime(parameter)).map(({ title }) => title)
    expect(asked).toEqual([
      '/api/ships?since',
      '/api/ships?until',
      '/api/changes?detectedSince',
      '/api/changes?since',
      '/api/changes?until',
    ])
  })
})

describe('in the path', () => {
  for (const { operation, name, parameter, title } of inPath) {
    const refusals = operation.path.endsWith(`{${name}}`) ? [400] : [400, 404]
    test(`${title}: refuses malformed values [contract every path parameter of a read]`, async () => {
      for (const [what, text] of MALFORMATIONS.filter(([, malformed]) => malformed !== '')) {
        const answer = await askKeyless(addressOf(operation, { path: { [name]: text } }), operation)
        if (!hasForm(text, parameter)) expect([what, refusals.includes(answer.status)]).toEqual([what, true])
      }
    })
  }
})

describe('unknown names', () => {
  const STRANGE = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '%00',
    '%ff',
    '%',
    'a[]',
    'limit;',
    'x'.repeat(10_240),
  ]
  test.each(READS)('$path: ignores strange names', async (operation) => {
    const plain = await askKeyless(addressOf(operation), operation)
    const query = addressOf(operation).split('?')[1]?.split('&') ?? []
    const strange = STRANGE.map((name) => `${name}=1`)
    const answer = await askKeyless(addressOf(operation, { query: [...query, ...strange] }), operation)
    expect(answer.status).toBe(plain.status)
  })

  test.each(READS)('$path: reads 2000 parameters, and repeats few of them', async (operation) => {
    const plain = await askKeyless(addressOf(operation), operation)
    const query = Array.from({ length: 2000 }, (_, index) => `p${index}`)
    const { text } = await askKeyless(addressOf(operation, { query }), operation)
    expect(text.length).toBeLessThan(plain.text.length + 10_000)
  })
})
