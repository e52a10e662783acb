import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import { toInstant } from '#contract/time.ts'
import { projectHtml } from './page.ts'

const site = { baseUrl: 'https://svc.example' }
const [{ answer }] = OPERATIONS.project.examples as unknown as readonly [{ readonly answer: Dossier }]
const pageOf = (given: Partial<Dossier> = {}) => projectHtml({ ...answer, ...given }, site)

/** The words beside a term. */
function wordsOf(html: string, term: string): string | undefined {
  return new RegExp(`<dt>${term}</dt><dd>([^<]*)</dd>`).exec(html)?.[1]
}

test('R75: the page of a project shows its card as the dossier gives it', () => {
  const html = pageOf()
  expect(html).toContain(`<h1>${answer.name}</h1>`)
  expect(wordsOf(html, 'Activity status')).toBe(answer.statusLabel)
  expect(wordsOf(html, 'Last evaluated')).toBe(answer.asOf)
  expect(wordsOf(html, 'Meaningful ships in 30 days')).toBe(String(answer.meaningfulShips30d))
  expect(wordsOf(html, 'Token contract')).toBe(answer.token?.contract)
  expect(html).toContain('href="https://svc.example/api/projects/lumen"')
})

test('what is not known is called unknown, never zero or none', () => {
  const { meaningfulShips30d: _, lastShip: __, asOf: ___, ...unread } = answer
  const html = projectHtml(unread, site)
  for (const term of ['Meaningful ships in 30 days', 'Latest meaningful ship', 'Last evaluated']) {
    expect(wordsOf(html, term)).toBe('unknown')
  }
})

test('R124: a count on the page says where its days end, unless that is the evaluation', () => {
  const shown = (to: Dossier['asOf']) =>
    wordsOf(pageOf({ ...(to && { meaningfulShips30dAsOf: to }) }), 'Meaningful ships in 30 days')
  expect(shown(answer.asOf)).toBe(String(answer.meaningfulShips30d))
  expect(shown(toInstant('2026-11-17T12:00:00Z'))).toBe(
    `${answer.meaningfulShips30d}, to 2026-11-17T12:00:00.000Z`,
  )
})

test('a project without a token has no row about one', () => {
  const { token: _, ...bare } = answer
  expect(wordsOf(projectHtml(bare, site), 'Token contract')).toBeUndefined()
})

test('text of a source is text: no element, attribute or script comes from it', () => {
  const html = pageOf({
    name: '"><script>alert(1)</script>',
    description: "<img src=x onerror='alert(1)'>",
    sources: answer.sources.map((source) => ({ ...source, locator: '<b>x</b>', url: null })),
  })
  expect(html).not.toMatch(/<script|<img src=x|<b>x/)
  expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
})
