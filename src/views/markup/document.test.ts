import { expect, test } from 'vitest'
import { headingId, parseDocument } from './document.ts'

const places = { fileAt: (file: string) => (file === 'other.md' ? '/developers/other' : undefined) }
const htmlOf = (markdown: string) => parseDocument(`# T\n\n${markdown}`, places).introduction.html

test('cuts a document at its headings of the second level', () => {
  const { title, introduction, sections } = parseDocument(
    '# Title\n\nFirst.\n\n## A rule: `rule.a@1`\n\nText.\n\n### Part\n\nMore.\n\n## Last\n',
    places,
  )
  expect([title, introduction.html]).toEqual(['Title', '<p>First.</p>\n'])
  expect(sections.map(({ id, heading, codes }) => ({ id, heading, codes }))).toEqual([
    { id: 'a-rule-rulea1', heading: 'A rule: rule.a@1', codes: ['rule.a@1'] },
    { id: 'last', heading: 'Last', codes: [] },
  ])
  expect(sections[0]?.html).toBe('<p>Text.</p>\n<h3 id="part">Part</h3>\n<p>More.</p>\n')
  expect(sections[0]?.markdown).toBe('## A rule: `rule.a@1`\n\nText.\n\n### Part\n\nMore.')
})

test.each<[string, string, string]>([
  ['raw HTML is text', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
  ['an image with a script is text', 'a <img src=x onerror=b>', '<p>a &lt;img src=x onerror=b&gt;</p>\n'],
  ['a script is no link', '[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
  ['a comment is left out', '<!-- generated: rules -->\n\na', '<p>a</p>\n'],
  [
    'a link to a document leads to its page',
    '[x](other.md#part)',
    '<p><a href="/developers/other#part">x</a></p>\n',
  ],
  ['a link to a file without a page is its words', '[x](../README.md)', '<p>x</p>\n'],
  ['a link to an unknown heading is its words', '[x](#none)', '<p>x</p>\n'],
  [
    'a link out has no weight',
    '[x](https://other.example)',
    '<p><a href="https://other.example" rel="nofollow noopener ugc">x</a></p>\n',
  ],
  ['an example has a class', '_Example._ One.', '<p class="example"><em>Example.</em> One.</p>\n'],
  [
    'a list of examples has it too',
    '_Examples._\n\n- One.',
    '<p class="example"><em>Examples.</em></p>\n<ul class="example">\n<li>One.</li>\n</ul>\n',
  ],
  ['other emphasis is no example', '_Other._ One.', '<p><em>Other.</em> One.</p>\n'],
  ['an example without emphasis is none', '`a`Example.', '<p><code>a</code>Example.</p>\n'],
  ['a heading is no example', '### _Example._', '<h3 id="example"><em>Example.</em></h3>\n'],
  ['a link to a whole document', '[x](other.md)', '<p><a href="/developers/other">x</a></p>\n'],
  ['a link to words that are no heading is its words', 'First\n\n[x](#first)', '<p>First</p>\n<p>x</p>\n'],
  ['a heading can be linked', '### A b\n\n[x](#a-b)', '<h3 id="a-b">A b</h3>\n<p><a href="#a-b">x</a></p>\n'],
])('%s', (_, markdown, html) => {
  expect(htmlOf(markdown)).toBe(html)
})

test('a table is aligned by a class and scrolls by keyboard', () => {
  const html = htmlOf('| a | b | c |\n| --- | --: | :-- |\n| 1 | 2 | 3 |')
  expect(html).not.toContain('style')
  expect(html).toMatch(/^<div class="table" role="group" aria-label="Table" tabindex="0"><table>/)
  expect(html).toContain('<th scope="col" class="number">b</th>')
  expect(html).toContain('<td>1</td>\n<td class="number">2</td>\n<td>3</td>')
  expect(html).toMatch(/<\/table><\/div>\n$/)
})

test('a document without a title is refused', () => {
  expect(() => parseDocument('No title.', places)).toThrow('Invalid document: expected a title')
})

test('code is escaped where it is shown and where it is copied', () => {
  expect(htmlOf('```sh\necho "<b>"\n```')).toContain(
    '<code>echo &quot;&lt;b&gt;&quot;</code></pre><button type="button" class="copy" data-copy="echo &quot;&lt;b&gt;&quot;" hidden>',
  )
})

test('the id of a heading is the one that links in the documents use', () => {
  expect(headingId('Activity: activity.status@6, activity.comeback@2')).toBe(
    'activity-activitystatus6-activitycomeback2',
  )
})
