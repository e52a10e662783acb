import { DEVELOPERS_PAGE, guidePage } from '../site/pages.ts'
import { languagePage, REFERENCE_PAGE } from './addresses.ts'
import type { ReferenceFiles } from './answers.ts'
import { listPart, operationLink, type ReferencePage, textPart } from './parts.ts'

/** The page of generated clients in a language; undefined for a language that has none. */
export function languageReference(
  languageName: string,
  { languages }: ReferenceFiles,
): ReferencePage | undefined {
  const found = languages.find(({ language }) => language === languageName)
  if (found === undefined) return undefined
  const { language, name, generator, needs, steps, program, source } = found
  return {
    path: languagePage(language),
    title: `${name} client: generate it, and ask a first question`,
    heading: `Client in ${name}`,
    says: `${generator} makes a client of the API description. The test kits of the service run these commands.`,
    above: [
      { href: DEVELOPERS_PAGE, words: 'Developers' },
      { href: REFERENCE_PAGE, words: 'Reference' },
    ],
    sections: [
      {
        id: 'commands',
        title: 'Commands',
        answers: `Needs ${needs}.`,
        parts: steps.map(({ says, line }) => ({ kind: 'code', label: says, language: 'sh', text: line })),
      },
      {
        id: 'first-call',
        title: 'First call',
        answers: `The file ${program}, which the last command runs.`,
        parts: [
          { kind: 'code', label: program, language, text: source.trimEnd() },
          textPart([
            'It asks ',
            operationLink('listProjects'),
            ' for three projects, and prints the name and the status of each.',
          ]),
        ],
      },
      {
        id: 'know',
        title: 'What a client has to know',
        parts: [
          listPart([
            'Null means unknown.',
            'New values of closed lists, new codes and new fields are added. A client that refuses what it does not know stops with them.',
            [{ href: guidePage('clients'), words: 'Generated clients' }, ': every generator that is tested'],
          ]),
        ],
      },
    ],
  }
}
