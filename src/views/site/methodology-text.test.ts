import { expect, test } from 'vitest'
import { METHODOLOGY_FILES, methodologyText } from './methodology-text.ts'

const page = (name: string) =>
  `# About ${name}: \`rule.of@1\`\n\nSee [radar](radar.md) and [words](../glossary.md).\n`
const read = (file: string) =>
  file === 'methodology.md' ? '# Index\n\n- [Radar](methodology/radar.md)\n' : page(file.slice(12, -3))

test('the methodology is the index with each page as a section, in reading order', () => {
  const headings = methodologyText(read).match(/^#+ .*$/gm)
  expect(headings).toEqual(['# Index', ...METHODOLOGY_FILES.map((name) => `## About ${name}: \`rule.of@1\``)])
})

test('links between pages lead to sections, and other links stay', () => {
  const text = methodologyText(read)
  expect(text).toContain('- [Radar](#about-radar-ruleof1)\n')
  expect(text).toContain('See [radar](#about-radar-ruleof1) and [words](../glossary.md).')
})

test('a page without a heading is refused by name', () => {
  const broken = (file: string) => (file === 'methodology/radar.md' ? 'no heading\n' : read(file))
  expect(() => methodologyText(broken)).toThrow('docs/methodology/radar.md begins with no heading')
})
