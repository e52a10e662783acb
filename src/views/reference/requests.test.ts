import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import {
  addScale,
  exportWeighings,
  removeScale,
  sendWeight,
  weighings,
} from '#test/pages/reference-operations.ts'
import type { StoredAnswer } from './answers.ts'
import { requestParts, requestPath } from './requests.ts'

const SITE = { baseUrl: 'https://svc.example' }
const textsOf = (operation: Operation, stored: StoredAnswer) =>
  Object.fromEntries(
    requestParts(operation, stored, SITE).map((part) => {
      if (part.kind !== 'code') throw new Error(`unexpected part of the kind ${part.kind}`)
      return [`${part.label} (${part.language})`, part.text]
    }),
  )
const CLIENT = "import { createClient } from 'evidence-research-client'\n\n"
const OPENED = "const svc = createClient({ baseUrl: 'https://svc.example' })"
const OPENED_WITH_KEY =
  "const svc = createClient({ baseUrl: 'https://svc.example', key: process.env.SVC_KEY })"
const ID = '0b1f5c0e-5d2c-4c36-9a38-6f1f3b7d2a10'

describe('a request in three ways', () => {
  test('of a read has its parameters in the address, and as values of their types in the client', () => {
    const input = { slug: 'lumen', days: 'monday,sunday', limit: '2' }
    expect(textsOf(weighings, { input, status: 200, answer: {} })).toEqual({
      'curl (sh)': "curl 'https://svc.example/api/weighings/lumen?days=monday,sunday&limit=2'",
      'fetch (js)':
        "const answer = await fetch('https://svc.example/api/weighings/lumen?days=monday,sunday&limit=2')\nconst value = await answer.json()",
      'TypeScript client (ts)': `${CLIENT}${OPENED}\nconst answer = await svc.listWeighings({ slug: 'lumen', days: ['monday', 'sunday'], limit: 2 })`,
    })
  })

  test('of a read without parameters that answers text has no literal, and reads text', () => {
    expect(textsOf(exportWeighings, { input: {}, status: 200, text: '{}' })).toEqual({
      'curl (sh)': "curl 'https://svc.example/api/weighings'",
      'fetch (js)':
        "const answer = await fetch('https://svc.example/api/weighings')\nconst text = await answer.text()",
      'TypeScript client (ts)': `${CLIENT}${OPENED}\nconst answer = await svc.exportWeighings()`,
    })
  })

  test('of a call with a body has the key from the environment, and the body', () => {
    expect(textsOf(addScale, { input: {}, body: { name: "Baker's" }, status: 201, answer: {} })).toEqual({
      'curl (sh)': [
        "curl 'https://svc.example/api/scales'",
        '-H "authorization: Bearer $SVC_KEY"',
        "-H 'content-type: application/json'",
        String.raw`-d '{ "name": "Baker'\''s" }'`,
      ].join(' \\\n  '),
      'fetch (js)': [
        "const answer = await fetch('https://svc.example/api/scales', {",
        "  method: 'POST',",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample has a template
        "  headers: { authorization: `Bearer ${process.env.SVC_KEY}`, 'content-type': 'application/json' },",
        "  body: JSON.stringify({ name: 'Baker\\'s' }),",
        '})',
        'const value = await answer.json()',
      ].join('\n'),
      'TypeScript client (ts)': `${CLIENT}${OPENED_WITH_KEY}\nconst answer = await svc.addScale({ body: { name: 'Baker\\'s' } })`,
    })
  })

  test('of a call without a body and without an answer names its method, and reads nothing', () => {
    expect(textsOf(removeScale, { input: { id: ID }, status: 204 })).toEqual({
      'curl (sh)': `curl -X DELETE 'https://svc.example/api/scales/${ID}' \\\n  -H "authorization: Bearer $SVC_KEY"`,
      'fetch (js)': [
        `const answer = await fetch('https://svc.example/api/scales/${ID}', {`,
        "  method: 'DELETE',",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample has a template
        '  headers: { authorization: `Bearer ${process.env.SVC_KEY}` },',
        '})',
      ].join('\n'),
      'TypeScript client (ts)': `${CLIENT}${OPENED_WITH_KEY}\nconst answer = await svc.removeScale({ id: '${ID}' })`,
    })
  })
})

describe('a request', () => {
  test('of a message has the headers that were sent with it', () => {
    const stored = { input: {}, headers: { 'a2a-version': '1.0' }, body: { id: 1 }, status: 200, answer: {} }
    const { 'curl (sh)': curl, 'fetch (js)': fetched } = textsOf(sendWeight, stored)
    expect(curl).toContain("-H 'content-type: application/json' \\\n  -H 'a2a-version: 1.0'")
    expect(fetched).toContain("headers: { 'content-type': 'application/json', 'a2a-version': '1.0' }")
  })

  test('of a call with a long body has a line for each of its fields', () => {
    const body = { name: 'a'.repeat(70) }
    const { 'fetch (js)': fetched } = textsOf(addScale, { input: {}, body, status: 201, answer: {} })
    expect(fetched).toContain(`  body: JSON.stringify({\n    name: '${'a'.repeat(70)}'\n  }),\n})`)
  })

  test('of a call with a method that takes a body names the method, unless it is POST', () => {
    const given = { input: {}, body: {}, status: 201, answer: {} }
    expect(textsOf({ ...addScale, method: 'PATCH' }, given)['curl (sh)']).toMatch(/^curl -X PATCH '/)
    expect(textsOf(addScale, { input: {}, status: 201 })['curl (sh)']).toMatch(/^curl -X POST '/)
  })
})

test.each([
  [{ slug: 'lumen' }, '/api/weighings/lumen'],
  [{ slug: '4663:0xab', q: 'a b' }, '/api/weighings/4663:0xab?q=a%20b'],
  [{ slug: 'a/b', q: 'a&b=c', days: 'monday,sunday' }, '/api/weighings/a%2Fb?q=a%26b%3Dc&days=monday,sunday'],
  [{ q: 'x' }, '/api/weighings/?q=x'],
])('the path with %j is %s', (given, path) => {
  expect(requestPath(weighings, given)).toBe(path)
})
