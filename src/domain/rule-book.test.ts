import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CoverageState, ExplainFact } from '#contract/enums.ts'
import { COVERAGE_MEANING } from './project/coverage-meaning.ts'
import { findRule, RULE_BOOK } from './rule-book.ts'
import { scoringVersion } from './scoring-version.ts'

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
const SOURCES = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts', 'rules/**'] })

test('the rule book has every rule of the domain, each once', () => {
  const ids = SOURCES.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    return [...text.matchAll(/\bid: '([a-z_.]+@[0-9]+)'/g)].map(([, id]) => id)
  })
  expect(ids.length).toBeGreaterThan(20)
  expect(RULE_BOOK.map(({ id }) => id)).toEqual(ids.toSorted())
})

test('the methodology states each rule with its facts and its text', () => {
  const stated = textOf('methodology.md')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/^- \[`([a-z_.0-9]+@\d+)`\]\(\S+\) concludes (.*?`)\. (.*)$/g)])
    .map(([, id, concludes, text]) => ({ id, concludes, text }))
  const list = new Intl.ListFormat('en-US')
  const rules = RULE_BOOK.map(({ id, concludes, text }) => ({
    id,
    concludes: list.format(concludes.map((fact) => `\`${fact}\``)),
    text,
  }))
  expect(stated).toEqual(rules)
})

test('the methodology states what each coverage state means', () => {
  const stated = Object.entries(COVERAGE_MEANING).filter(([state, meaning]) =>
    textOf('methodology/coverage-states.md')
      .split('\n')
      .some((line) => line.startsWith(`| \`${state}\``) && line.includes(`| ${meaning} `)),
  )
  expect(stated.map(([state]) => state).toSorted()).toEqual(CoverageState.enum.toSorted())
})

test('[R94] the methodology says of each of fourteen kinds of noise what it looks like, what is done and what is not seen', () => {
  const [, , ...rows] = textOf('methodology/noise.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells.map((row) => row.filter((cell) => cell !== '').length)).toEqual(Array(14).fill(3))
})

test('every fact that explain derives is concluded by a rule', () => {
  const concluded = RULE_BOOK.flatMap(({ concludes }) => concludes)
  expect(ExplainFact.enum.filter((fact) => !concluded.includes(fact))).toEqual(['source.counted'])
})

test.each(RULE_BOOK)('$id is told in one to three sentences of plain text', ({ text, title }) => {
  expect(text).toMatch(/^[A-Z].*\.$/)
  expect(text.split(/(?<=[.)]) (?=[A-Z])/).length).toBeLessThanOrEqual(4)
  expect(text).not.toMatch(/undefined|NaN|\[object|[|\n]/)
  expect(title).not.toBe('')
})

test('a text has the thresholds of its rule', () => {
  expect(findRule('activity.status@6')?.text).toContain('at most 7 days old')
  expect(findRule('market.status@9')?.text).toContain(
    'at least $5,000 and a volume of at least $50 in a reading at most 24 hours',
  )
  expect(findRule('activity.status@1')).toBeUndefined()
})

test('the scoring version has one form and does not depend on the order of the rules', () => {
  expect(scoringVersion()).toMatch(/^s1\.[0-9a-f]{12}$/)
  expect(scoringVersion()).toBe(scoringVersion())
})
