import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import { html } from './markup.ts'
import { definePage, type Page, pageAt } from './page.ts'
import { answersOf, PAGES } from './pages.ts'

const given = { path: '/lists', summary: 'List something', input: { path: {}, query: {} } } as const

function pageOf(operation: Page['operation']): Page {
  const head = { title: 'Lists', description: 'Lists', canonical: '/lists', alternates: [] }
  return definePage({
    operation,
    address: () => '/lists',
    load: async () => undefined,
    head: () => head,
    body: () => html`<h1>Lists</h1>`,
    markdown: () => '# Lists',
  })
}

test('a page has a route of its own with its Markdown twin', () => {
  const paths = answersOf([pageOf(pageAt({ name: 'lists', ...given }))]).map(([{ path }]) => path)
  expect(paths).toEqual(['/lists', '/lists.md'])
})

test('a page that the API has too leaves its route to the API', () => {
  const paths = answersOf([pageOf(OPERATIONS.page)]).map(([{ path }]) => path)
  expect(paths).toEqual([`${OPERATIONS.page.path}.md`])
})

test('a page with the name of another operation is refused', () => {
  const other = { ...pageAt({ name: 'lists', ...given }), name: 'projects' }
  expect(() => answersOf([pageOf(other)])).toThrow('/lists: another operation has the name projects')
})

test('two pages of one name are refused', () => {
  const [one, two] = [given, { ...given, path: '/others' } as const].map((at) =>
    pageOf(pageAt({ name: 'lists', ...at })),
  )
  expect(() => answersOf([one, two].flatMap((page) => page ?? []))).toThrow(
    '/others: another operation has the name lists',
  )
})

test('every page has a Markdown twin and a picture for where it is shared', () => {
  const without = Object.entries<Page>(PAGES).filter(
    ([, { markdown, shared }]) => markdown === undefined || shared === undefined,
  )
  expect(without.map(([name]) => name)).toEqual([])
})
