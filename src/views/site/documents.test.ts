import { expect, test } from 'vitest'
import { GUIDES, parseDocuments } from './documents.ts'

const TEXT = [
  '# Title',
  'Ask http://127.0.0.1:4663/api, https://svc.example/api or {base_url}/api.',
  '[rules](methodology.md), [agents](agents.md#part), [file](other.md)',
  '## A rule: `rule.a@1`',
  'See [here](#a-rule-rulea1) and [there](#general).',
  '## General',
].join('\n\n')
/** A stand-in for a file of the reference: a document in Markdown, the list of languages, or any other file. */
function textOf(file: string): string {
  if (file.endsWith('.md')) return `${TEXT}\n\nRead from ${file}.`
  return file === 'clients/commands.json' ? LANGUAGES : '{"address":"http://127.0.0.1:4663/api"}'
}
const LANGUAGES = JSON.stringify([{ language: 'go', program: 'first.md', steps: [{ line: '{base_url}' }] }])
const FILES = { read: textOf, list: () => ['listShips.json'] }
const { methodology, guides, reference } = parseDocuments(FILES, { baseUrl: 'https://own.example' })

test('a document has the address of the service, and links to the pages of the other documents', () => {
  const { html } = guides.agents.introduction
  expect(html).toContain('Ask https://own.example/api, https://own.example/api or https://own.example/api.')
  expect(html).toContain(
    '<a href="/methodology">rules</a>, <a href="/developers/agents#part">agents</a>, file',
  )
})

test('each guide is read from its file', () => {
  for (const { name } of GUIDES) expect(guides[name].markdown).toContain(`Read from ${name}.md.`)
  expect(methodology.markdown).toContain('Read from methodology.md.')
})

test('a section of a rule is on the page of the rule, and every other one on its own page', () => {
  const [rule] = methodology.sections
  expect(rule?.html).toContain('<a href="/methodology/rule.a#a-rule-rulea1">here</a>')
  expect(rule?.html).toContain('<a href="/methodology#general">there</a>')
  expect(guides.agents.sections[0]?.html).toContain('<a href="#general">there</a>')
})

test('the files of the reference have the address of the service', () => {
  expect(reference.answers.get('listShips')).toEqual({ address: 'https://own.example/api' })
  expect(reference.languages).toMatchObject([{ steps: [{ line: 'https://own.example' }] }])
  expect(reference.languages[0]?.source).toContain('Read from clients/first.md.')
})
