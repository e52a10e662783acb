import { expect, test } from 'vitest'
import { REFERENCE_FILES } from '#test/pages/reference-files.ts'
import { linesOfSection, sectionsOf } from '#test/pages/reference-words.ts'
import { languageReference } from './language.ts'

const page = languageReference('go', REFERENCE_FILES)

test('the page of a language says which generator makes a client, and what it needs', () => {
  expect(page).toMatchObject({
    path: '/developers/reference/clients/go',
    title: 'Go client: generate it, and ask a first question',
    heading: 'Client in Go',
    says: 'oapi-codegen 2.5 makes a client of the API description. The test kits of the service run these commands.',
    above: [
      { href: '/developers', words: 'Developers' },
      { href: '/developers/reference', words: 'Reference' },
    ],
  })
  expect(sectionsOf(page)).toEqual([
    ['commands', 'Commands', 'Needs Go 1.24.'],
    ['first-call', 'First call', 'The file go/main.go, which the last command runs.'],
    ['know', 'What a client has to know'],
  ])
})

test('the page of a language has the commands, a first call, and what a client has to know', () => {
  expect(linesOfSection(page, 'commands')).toEqual([
    'Generate the client (sh): go tool oapi-codegen openapi.json',
    'Run it (sh): go run .',
  ])
  expect(linesOfSection(page, 'first-call')).toEqual([
    'go/main.go (go): package main',
    'It asks [`listProjects`](/developers/reference/listProjects) for three projects, and prints the name and the status of each.',
  ])
  expect(linesOfSection(page, 'know')).toEqual([
    '- Null means unknown.',
    '- New values of closed lists, new codes and new fields are added. A client that refuses what it does not know stops with them.',
    '- [Generated clients](/developers/clients): every generator that is tested',
  ])
})

test('a language without a generator has no page', () => {
  expect(languageReference('cobol', REFERENCE_FILES)).toBeUndefined()
})
