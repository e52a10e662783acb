import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { type Form, optional, type Parameter, parsedBy } from '#contract/parameters/parameter.ts'
import { addScale, removeScale, sendWeight, weighings } from '#test/pages/reference-operations.ts'
import { linesOfPart } from '#test/pages/reference-words.ts'
import { parameterParts } from './parameters.ts'

const linesOf = (operation: Operation) => parameterParts(operation).flatMap(linesOfPart)

describe('the parameters of an operation', () => {
  test('have their place, whether they are required, their form, default and other names', () => {
    expect(linesOf(weighings)).toEqual([
      'Parameters: Parameter, Meaning',
      '`slug`{#parameter-slug} (path, required) | Project slug, current or former. Expected: 1 to 80 of a-z, 0-9 and hyphen.',
      '`q`{#parameter-q} (query, optional) | Words of the note. Spaces around them do not count; control characters are refused. Expected: text, 2 to 80 characters.',
      '`scale`{#parameter-scale} (query, optional) | Kind of scale. Expected: one of `kitchen`, `lorry`. Also as `kind`, `type`.',
      '`days`{#parameter-days} (query, optional) | Days of the week, comma-separated or given several times. Expected: list of 1 to 2, each one of `monday`, `sunday`. Needs a key.',
      '`limit`{#parameter-limit} (query, optional) | Weighings in one answer. Expected: whole number, 1 to 48. Default: `24`.',
      '`format`{#parameter-format} (query, optional) | Form. Expected: `text`. Also as the header `x-form`.',
      'Give at most one of `q`, `scale`.',
    ])
  })

  test('and those of a body are apart', () => {
    expect(linesOf(addScale)).toEqual([
      'The body is a JSON object. A field that is not listed is refused.',
      'Fields of the body: Field, Meaning',
      '`name`{#body-field-name} (text) | Name of the scale.',
    ])
    expect(linesOf(sendWeight)[0]).toBe('The body is a message of the protocol, as JSON.')
    expect(linesOf(sendWeight)[2]).toBe('`id`{#body-field-id} (whole number) | Number of the message.')
  })

  test('are none, or only those of the path', () => {
    expect(linesOf({ ...weighings, input: { path: {}, query: {} }, exclusive: [] })).toEqual([
      'It has no parameters.',
    ])
    expect(linesOf(removeScale).slice(1)).toEqual([
      '`id`{#parameter-id} (path, required) | Expected: a UUID.',
    ])
  })
})

/** The second cell of a parameter of the query that has this form. */
function meaningOf(form: Pick<Form<string>, 'schema' | 'expected'>, presence?: Parameter['presence']) {
  const given = optional({ ...form, parse: parsedBy((text: string) => text) })
  const one = presence === undefined ? given : { ...given, presence }
  const [, row = ''] = linesOf({ ...weighings, input: { path: {}, query: { one } }, exclusive: [] })
  return row
}

const day = '2026-11-19'
describe('the form of a parameter', () => {
  test.each([
    ['by its type', Type.String({ maxLength: 1024 }), 'words', 'text, at most 1,024 characters'],
    ['by the words of its refusal, if it has a pattern', Type.String({ pattern: '^a$' }), 'an a', 'an a'],
    [
      'with the most characters, if those words lack them',
      Type.String({ pattern: '^a$', maxLength: 2048 }),
      'an a',
      'an a, at most 2,048 characters',
    ],
    [
      'without the most characters, if those words have them',
      Type.String({ pattern: '^a+$', maxLength: 2048 }),
      '1 to 2,048 of a',
      '1 to 2,048 of a',
    ],
    [
      'by those words, if it is a list between commas',
      Type.Array(Type.String()),
      'days such as 2026-11-19, comma-separated',
      `days such as ${day}, comma-separated`,
    ],
    ['written out, if it is one of few', Type.String({ pattern: '^a$' }), 'one of a', 'text'],
    [
      'written out, if it is several of few',
      Type.Array(Type.Literal('a')),
      'one or more of a, comma-separated',
      'list of `a`',
    ],
  ])('is said %s', (_, schema, expected, said) => {
    expect(meaningOf({ schema, expected })).toBe(
      `\`one\`{#parameter-one} (query, optional) | Expected: ${said}.`,
    )
  })

  test('is said after its words, which end with one full stop', () => {
    const schema = Type.String({ description: 'Ends here.' })
    expect(meaningOf({ schema, expected: 'words' })).toContain(' | Ends here. Expected: text.')
  })

  test.each<[Parameter['presence'], string]>([
    ['required', 'query, required'],
    ['defaulted', 'query, optional'],
    ['lenient', 'query, optional, a value of another form is ignored'],
  ])('stands beside whether it has to be given: %s', (presence, said) => {
    expect(meaningOf({ schema: Type.String(), expected: 'words' }, presence)).toContain(`(${said}) |`)
  })
})
