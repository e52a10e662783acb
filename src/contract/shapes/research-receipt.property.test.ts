import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVERY_REFERENCE, receiptOf } from '#test/given/research-receipt.ts'
import { schemaDocument } from '../openapi/schema-reference.ts'
import { faultsOf } from '../schema-faults.ts'
import { AgentResearchReceipt } from './research-receipt.ts'

const ID = 'https://svc.example/schemas/agent-research-receipt.v1.json'
const served = JSON.parse(JSON.stringify(schemaDocument(AgentResearchReceipt, ID)))
const ajv = new Ajv2020({ strict: true, allErrors: true })
const accepts = ajv.compile(served)
const accepted = (receipt: unknown) => faultsOf({ schema: AgentResearchReceipt, value: receipt }).next().done

const whole = receiptOf(EVERY_REFERENCE, {
  outcome: 'a note',
  signature: { algorithm: 'ed25519', keyId: 'k1', value: 'AAAA' },
})
const text = (length: number) => '😀'.repeat(length)
const TIMES = [
  '2026-11-18T10:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-11-18T10:00:00.1234567890Z',
]
const LENGTHS = [0, 1, 50, 51, 100, 101, 200, 201, 300, 301, 500, 501, 1000, 1001, 2000, 2001, 2048, 2049]
const NUMBERS = [0, -0, 1, 1.5, -1, 1e30, 1.1e30, 1_000_000, 1_000_001, Number.MAX_VALUE]
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...TIMES, ...NUMBERS, null, [], {}, 'FACT', 'JUDGEMENT', 'snapshot', 'price', 'token'),
  fc.constantFrom(...LENGTHS).map(text),
  fc.constantFrom(...LENGTHS).map((length) => `https://${'a'.repeat(length)}`),
  fc
    .constantFrom(0, 1, 10, 11, 20, 21, 40, 41)
    .chain((length) =>
      fc
        .constantFrom<unknown>('a', whole.claims[0], EVERY_REFERENCE[0])
        .map((item) => Array.from({ length }, () => item)),
    ),
  fc.string({ unit: 'binary' }),
)
const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'reasoning',
    'claims',
    'references',
    'kind',
    'type',
    'id',
  ),
  fc.string(),
)
/** One change somewhere in the receipt: which of its objects or lists, which of its keys, and what becomes of it. */
const change = fc.record({
  place: fc.nat(),
  key: fc.nat(),
  edit: fc.constantFrom<'set' | 'remove' | 'add'>('set', 'remove', 'add'),
  name,
  value: strange,
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function insidesOf(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(insidesOf)]
}

function changed(changes: readonly Change[]): unknown {
  const receipt = structuredClone(whole)
  for (const { place, key, edit, name: added, value } of changes) {
    const insides = insidesOf(receipt)
    const inside = insides[place % insides.length] ?? {}
    const keys = Object.keys(inside)
    const own = keys[key % Math.max(1, keys.length)]
    const at = edit === 'add' || own === undefined ? added : own
    if (edit === 'remove')
      Array.isArray(inside) ? inside.splice(key % (inside.length + 1), 1) : delete inside[at]
    else if (Array.isArray(inside)) inside.push(structuredClone(value))
    else
      Object.defineProperty(inside, at, {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  return JSON.parse(JSON.stringify(receipt))
}

test('[agents 55] the schema is valid for an independent validator, and closed at the top', () => {
  expect(accepts(whole), ajv.errorsText(accepts.errors)).toBe(true)
  expect(served).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: ID,
    additionalProperties: false,
  })
  const objects = [served, ...Object.values(served.$defs as object)].filter(({ type }) => type === 'object')
  expect(objects.filter((schema) => schema.additionalProperties !== false)).toEqual([])
})

test('[agents 55] the validator accepts exactly what the schema accepts [contract every receipt field]', () => {
  let isTaken = 0
  let isRefused = 0
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
      const receipt = changed(changes)
      const expected = accepts(receipt)
      if (expected) isTaken += 1
      else isRefused += 1
      expect(accepted(receipt), ajv.errorsText(accepts.errors)).toBe(expected)
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(isTaken, isRefused)).toBeGreaterThan(100)
})

test('[agents 55] the validator and the schema agree on any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(accepted(value)).toBe(accepts(value))
    }),
  )
})
