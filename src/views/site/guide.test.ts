import { expect, test } from 'vitest'
import { READING_RULES } from '../agent/rules.ts'
import { SKILLS, skillAddress, skillText } from '../agent/skills.ts'
import { guide } from './guide.ts'

const NOTHING = { path: {}, query: {} }

test('names a protocol with its whole address, without a link, and begins with the pages for agents', () => {
  const operations = [
    { ...read('/api', 'Service'), summary: 'Get the index' },
    { ...read('/card', 'Agents'), summary: 'Get the card' },
    { ...read('/mcp', 'Agents'), method: 'POST' as const, protocol: {}, summary: 'Speak MCP' },
  ]
  const text = guide(operations, { baseUrl: 'https://svc.example' })
  expect(text).toContain('- `POST https://svc.example/mcp`: Speak MCP\n\n## Agents\n\n- [Get the card]')
  expect(text).not.toContain('(https://svc.example/mcp)')
  expect(text.match(/^## .+$/gm)).toEqual(['## Agents', '## Service'])
})

test('has the rules of an answer, and names the reads that need a key', () => {
  const operations = [{ ...read('/own', 'Service'), caller: 'account' as const, summary: 'Get your own' }]
  const text = guide(operations, { baseUrl: 'https://svc.example' })
  for (const skill of SKILLS) expect(text).toContain(`- \`${skillAddress(skill)}\`: ${skill.description}`)
  for (const rule of READING_RULES) expect(text).toContain(`\n- ${rule}\n`)
  expect(text).toContain('- `GET /own`: Get your own (key)\n')
})

test.each(SKILLS)('the skill $name has its steps, numbered, and its rules, each a sentence', (skill) => {
  const lines = skillText(skill).split('\n')
  const numbered = lines.filter((line) => /^\d+\. [^ ].*[.?]$/.test(line))
  expect(numbered).toEqual(skill.steps.map((step, index) => `${index + 1}. ${step}`))
  const rules = lines.filter((line) => /^- [^ ].*\.$/.test(line))
  expect(rules).toHaveLength(skill.rules.length + 1)
  expect(lines.slice(0, 3)).toEqual(['---', `name: ${skill.name}`, `description: ${skill.description}`])
})

function read(path: `/${string}`, tag: 'Agents' | 'Service') {
  return { method: 'GET' as const, caller: 'anyone' as const, path, tag, input: NOTHING }
}
