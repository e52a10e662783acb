import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { openErrorPages } from './error-page.ts'

const pageOf = openErrorPages({ site: aSheet().site, sandbox: false, corrections: undefined })
const drawn = (failure: Failure, target: string) => pageOf(failure, { requestId: 'r1', target })
const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
const words = (html: string) =>
  main(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const ADDRESS = `0x${'1a'.repeat(20)}`
test.each([
  ['/reports/2031-01', '/reports', 'All reports'],
  ['/methodology/nothing', '/methodology', 'All rules'],
  ['/developers/nothing', '/developers', 'All guides'],
  [`/contracts/4663/${ADDRESS}`, `/token/4663/${ADDRESS}`, 'Look it up as a token'],
])('a page that is not there leads on: %s', (target, href, title) => {
  expect(main(drawn(new Failure('not_found'), target))).toContain(`<a href="${href}">${title}</a>`)
})

test('a page that is not there says so once, and claims nothing of a project', () => {
  const said = words(drawn(new Failure('not_found'), '/nothing'))
  expect(said.match(/[Nn]othing is published/g)).toHaveLength(1)
  expect(said).not.toContain('renamed')
})

test('a limit is told without the header of its answer, with the time in words', () => {
  const said = words(drawn(new Failure('rate_limited', { retryAfterSeconds: 35 }), '/'))
  expect(said).toContain('All requests of this minute are used. Come back in 35 seconds.')
  const own = new Failure('rate_limited', { message: 'Too many calls of this kind.' })
  expect(words(drawn(own, '/'))).toContain('Too many calls of this kind.')
})

test('a long wait is told in a unit that fits it', () => {
  const used = new Failure('quota_exceeded', { retryAfterSeconds: 115_051 })
  expect(words(drawn(used, '/'))).toContain('Come back in 32 hours.')
})

test('the names of parameters in a message are code', () => {
  const refused = new Failure('invalid_parameter', { detail: { parameter: 'domain', expected: 'a <list>' } })
  expect(main(drawn(refused, '/changes'))).toContain('Invalid <code>domain</code>: expected a &lt;list&gt;.')
})

test('a refusal has no address, and is not the home page', () => {
  const page = drawn(new Failure('not_found'), '/projects/nothing')
  expect(page).not.toMatch(/rel="canonical"|og:url|Printed from/)
})

test('a search that is refused names no parameter, which a reader does not know', () => {
  const refused = new Failure('invalid_parameter', { detail: { parameter: 'q', expected: '2 characters' } })
  const said = words(drawn(refused, '/projects'))
  expect(said).toContain('This request is not valid Invalid search: expected 2 characters.')
})
