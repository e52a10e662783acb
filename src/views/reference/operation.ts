import { EXPORT_TYPES, type Operation } from '#contract/operation.ts'
import type { Site } from '../site/links.ts'
import { operationPage, REFERENCE_PAGE } from './addresses.ts'
import type { ReferenceFiles, StoredAnswer } from './answers.ts'
import { costParts } from './cost.ts'
import { fieldParts } from './fields.ts'
import { parameterParts } from './parameters.ts'
import {
  code,
  joined,
  jsonPart,
  type Part,
  type ReferencePage,
  type ReferenceSection,
  textPart,
  wordsOf,
} from './parts.ts'
import { refusalParts } from './refusals.ts'
import { requestParts } from './requests.ts'
import { isTried, tried } from './tried.ts'

/** Values of this deployment for the parameters of a path, where it has them. */
export type KnownValues = Readonly<Record<string, string>>

/** The page of an operation. */
export function operationReference(
  operation: Operation,
  {
    files,
    known,
    site,
  }: { readonly files: ReferenceFiles; readonly known: KnownValues; readonly site: Site },
): ReferencePage {
  const stored = files.answers.get(operation.operationId)
  if (stored === undefined)
    throw new Error(`${operation.operationId} has no stored answer: run npm run answers`)
  const { operationId, method, path, summary } = operation
  return {
    path: operationPage(operationId),
    title: `${operationId}: ${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`,
    heading: summary,
    line: `${method} ${path}`,
    says: operation.description,
    above: [{ href: REFERENCE_PAGE, words: 'Reference' }],
    sections: [
      {
        id: 'request',
        title: 'Request',
        parts: [...keyParts(operation), ...requestParts(operation, stored, site)],
      },
      { id: 'parameters', title: 'Parameters', parts: parameterParts(operation) },
      ...trySection(operation, { stored, known }),
      answerSection(operation, stored),
      ...fieldsSection(operation),
      {
        id: 'refusals',
        title: 'Refusals',
        answers: 'Every code that it can answer. Treat a code that is not listed by its status.',
        parts: refusalParts(operation),
      },
      { id: 'cost', title: 'Cost and limits', parts: costParts(operation) },
    ],
  }
}

function trySection(
  operation: Operation,
  of: { readonly stored: StoredAnswer; readonly known: KnownValues },
): readonly ReferenceSection[] {
  if (!isTried(operation)) return []
  return [
    {
      id: 'try',
      title: 'Try it',
      answers: 'It asks this deployment, as one request of your own.',
      parts: [{ kind: 'form', form: tried(operation, of) }],
    },
  ]
}

function keyParts({ caller }: Operation): readonly Part[] {
  if (caller === 'anyone') return []
  return [textPart('It needs a key, as `Authorization: Bearer <key>` or as `x-api-key: <key>`.')]
}

function answerSection(operation: Operation, stored: StoredAnswer): ReferenceSection {
  const { status, type, characters } = stored
  const cut = characters === undefined ? '' : ' Only its beginning is shown.'
  const body = type === undefined ? 'no body.' : `\`${type}\`.${cut}`
  return {
    id: 'answer',
    title: 'Answer',
    answers: 'What a sandbox answered to this request. Its ids and times are its own.',
    parts: [
      textPart(`It answered with status \`${status}\` and ${body}`),
      ...formParts(operation),
      ...bodyParts(stored),
    ],
  }
}

/** Other media types of the same answer. */
function formParts({ textForms = [], lines, formOf }: Operation): readonly Part[] {
  if (lines !== undefined) {
    const forms = Object.values(EXPORT_TYPES).map(code)
    const cutOff = '. A body that ends before its last chunk was cut off.'
    return [textPart(['It is streamed, as ', ...joined(forms, ' or '), cutOff])]
  }
  if (textForms.length === 0) return []
  const by = wordsOf(formOf === undefined ? '`Accept`' : '`format` or `Accept`')
  return [textPart(['The same as ', ...joined(textForms.map(code), ' and '), ', by ', ...by, '.'])]
}

function bodyParts({ answer, text }: StoredAnswer): readonly Part[] {
  if (answer !== undefined) return [jsonPart('Body', answer)]
  return text === undefined ? [] : [{ kind: 'code', label: 'Body', language: 'text', text }]
}

function fieldsSection({ status, lines, output }: Operation): readonly ReferenceSection[] {
  if (status === 204) return []
  const schema = lines === undefined ? output : lines
  const each = lines === undefined ? 'Fields of the answer' : 'Fields of each line'
  return [
    {
      id: 'fields',
      title: each,
      answers:
        'A field that is absent or null is not known or does not apply. It is never zero, false or an empty list.',
      parts: fieldParts(schema, each),
    },
  ]
}
