import { expect, test } from 'vitest'
import { referenceMarkdown } from './markdown.ts'
import type { ReferencePage } from './parts.ts'

const SITE = { baseUrl: 'https://svc.example' }
const PAGE: ReferencePage = {
  path: '/developers/reference/listShips',
  title: 'listShips: list ships',
  heading: 'List *ships*',
  line: 'GET /api/ships',
  says: 'Follow nextOffset.',
  above: [],
  sections: [
    {
      id: 'words',
      title: 'Words_',
      answers: 'What it *says*.',
      parts: [
        {
          kind: 'text',
          words: [
            'See ',
            { href: '/developers', words: 'a_guide' },
            ' and ',
            { href: 'https://other.example', words: 'other', isCode: true },
            { aside: ['quieter ', { code: 'id' }] },
          ],
        },
        { kind: 'list', items: [['one'], ['two']] },
      ],
    },
    {
      id: 'rest',
      title: 'Rest',
      parts: [
        { kind: 'heading', id: 'Ship', words: 'A_ship' },
        { kind: 'code', label: 'curl', language: 'sh', text: "curl 'a|b'" },
        {
          kind: 'table',
          caption: 'Fields',
          headings: ['Field', 'Meaning'],
          rows: [[[{ code: 'a|b' }], ['c']]],
        },
        {
          kind: 'form',
          form: {
            template: '/api/ships',
            action: '/api/ships',
            address: '/api/ships?limit=2',
            fields: [],
            isShown: true,
          },
        },
      ],
    },
  ],
}

test('a page as Markdown has its marks escaped, whole addresses, and a blank line between its parts', () => {
  expect(referenceMarkdown(PAGE, SITE).split('\n')).toEqual([
    String.raw`# List \*ships\*`,
    '',
    '`GET /api/ships`',
    '',
    'Follow `nextOffset`.',
    '',
    String.raw`## Words\_`,
    '',
    String.raw`What it \*says\*.`,
    '',
    String.raw`See [a\_guide](https://svc.example/developers) and [${'`other`'}](https://other.example) (quieter ${'`id`'})`,
    '',
    '- one',
    '- two',
    '',
    '## Rest',
    '',
    String.raw`### A\_ship`,
    '',
    'curl:',
    '',
    '```sh',
    "curl 'a|b'",
    '```',
    '',
    '| Field | Meaning |',
    '| --- | --- |',
    '| `a\\|b` | c |',
    '',
    'Ask <https://svc.example/api/ships?limit=2>.',
    '',
  ])
})

test('a page without a line under its heading has none in Markdown', () => {
  const { line: _, ...page } = PAGE
  expect(referenceMarkdown({ ...page, sections: [] }, SITE)).toBe(
    '# List \\*ships\\*\n\nFollow `nextOffset`.\n',
  )
})
