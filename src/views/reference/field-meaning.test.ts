import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { ChangeEvent } from '#contract/shapes/change.ts'
import { PingPayload, webhookPayload } from '#contract/shapes/webhook-payload.ts'
import { OBJECT_WORDS } from './field-meaning.ts'
import { fieldMeanings } from './fields.ts'
import { NAME_WORDS } from './words/names.ts'

/** Every schema whose fields the reference shows. */
const SHOWN: readonly object[] = [
  ...Object.values<Operation>(OPERATIONS).flatMap(({ output, lines, protocol, input }) =>
    [lines ?? output, protocol, input.body].filter((schema) => schema !== undefined),
  ),
  webhookPayload({ marketIntegrity: true }),
  PingPayload,
  ChangeEvent,
]
const MEANINGS = SHOWN.flatMap(fieldMeanings)

test('every field of every answer and body has words, besides those for the form of its value', () => {
  const unsaid = MEANINGS.filter(({ meaning }) => meaning === undefined || meaning.from === 'form')
  expect(unsaid.map(({ place: { owner, path } }) => `${owner}.${path}`)).toEqual([])
  expect(MEANINGS.length).toBeGreaterThan(1400)
})

test('every line of the words is of a field that the API description leaves without words', () => {
  const used = new Set(
    MEANINGS.flatMap(({ place: { owner, path }, meaning }) => {
      if (meaning?.from === 'object') return [`${owner} ${path}`]
      return meaning?.from === 'name' ? [String(path.split('.').at(-1))] : []
    }),
  )
  const lines = [
    ...Object.entries(OBJECT_WORDS).flatMap(([owner, words]) =>
      Object.keys(words).map((path) => `${owner} ${path}`),
    ),
    ...Object.keys(NAME_WORDS),
  ]
  expect(lines.filter((line) => !used.has(line))).toEqual([])
})

test('words are one line without a full stop', () => {
  const all = [...Object.values(OBJECT_WORDS).flatMap(Object.values<string>), ...Object.values(NAME_WORDS)]
  expect(all.filter((words) => !/^[A-Za-z][^\n]*[^.\s]$/.test(words))).toEqual([])
})
