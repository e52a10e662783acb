import { pageAt } from './page.ts'

const given = { path: '/lists', summary: 'List something', input: { path: {}, query: {} } } as const

pageAt({ name: 'listPage', ...given })
// @ts-expect-error the API has another operation of this name, and its route would be the only one
pageAt({ name: 'projects', ...given })
