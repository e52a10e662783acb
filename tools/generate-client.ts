import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Operation, operations, resolved } from './client/document.ts'
import { shapesOf } from './client/shapes.ts'
import { CLAIM_NOTE, claimNoteTypes, comment, parametersType, schemaTypes, typeOf } from './client/types.ts'
import { writeGenerated } from './generated-file.ts'

/**
 * Writes the types and the operations of the TypeScript client from openapi.json, and its copy of the verification of
 * webhooks. With --check it fails if a file differs.
 */
const ROOT = join(import.meta.dirname, '..')
const NOTE = '// npm run client writes this file. Do not edit it.\n'
/** Parameters that ask for the next part, in the order of preference. */
const NEXT = ['offset', 'cursor', 'before']
const shapes = shapesOf(operations)

const types = schemaTypes(operations)
const used = CLAIM_NOTE.filter((name) => new RegExp(`\\b${name}\\b`).test(types))

const files: Readonly<Record<string, string>> = {
  'claim-note.ts': `${NOTE}\n${claimNoteTypes()}\n`,
  'types.ts': `${NOTE}\nimport type { Claim } from '../claim.ts'\nimport type { ${used.join(', ')} } from './claim-note.ts'\n\nexport type * from './claim-note.ts'\n\n${types}\n`,
  'operations.ts': `${NOTE}\n${operationsFile()}`,
  'webhook-verification.ts': `${NOTE}${await readFile(join(ROOT, 'src/contract/webhook-verification.ts'), 'utf8')}`,
}

for (const [name, text] of Object.entries(files)) {
  const path = `clients/typescript/src/generated/${name}`
  await writeGenerated({ path, text, from: 'openapi.json', script: 'client' })
}

/** The table that the client asks by, and the types of its calls. */
function operationsFile(): string {
  const names = [...new Set(operations.flatMap(namesIn))].toSorted()
  return [
    `import type { ${names.join(', ')} } from './types.ts'`,
    'type Nothing = Readonly<Record<string, never>>',
    '/** The parameters and the answer of each operation. */',
    `export type Operations = {\n${operations.map(signature).join('\n')}\n}`,
    '/** Method and path of each operation, and the shape of its answer, or json for an answer without unknowns. */',
    `export const OPERATIONS = {\n${operations.map(row).join('\n')}\n} as const satisfies Record<keyof Operations, string>`,
    '/** Lists with the parameter that continues them; empty for a list in one answer. */',
    `export const LISTS = {\n${lists().join('\n')}\n} as const`,
    '/** The fields of each shape: `field` can be unknown, `field:2` has objects of shape 2, `field?:2` both. `|key:2 |:3` is a choice. */',
    `export const SHAPES = [\n${shapes.lines.map((line) => `  '${line}',`).join('\n')}\n]`,
    '',
  ].join('\n\n')
}

function row(operation: Operation): string {
  const { id, method, path, json } = operation
  const answer = json === undefined ? '' : ` ${shapes.numberOf(operation) ?? 'json'}`
  return `  ${id}: '${method} ${path}${answer}',`
}

function signature(operation: Operation): string {
  const { id, summary } = operation
  return `${comment(summary, '  ')}  ${id}: { readonly params: ${parametersType(operation)}; readonly answer: ${answerType(operation)} }`
}

function answerType({ json, isImage, method }: Operation): string {
  if (json !== undefined) return typeOf(json)
  if (method === 'DELETE') return 'undefined'
  return isImage ? 'string | Uint8Array' : 'string'
}

/** A row for each list: the parameter that continues it, or empty for a list in one answer. */
function lists(): readonly string[] {
  return operations.flatMap(({ id, json, parameters }) => {
    const { properties = {}, required = [] } = resolved(json ?? {})
    if (!required.includes('items')) return []
    const next = NEXT.find((name) => parameters.some((parameter) => parameter.name === name))
    const goesOn = 'nextOffset' in properties || 'nextCursor' in properties
    if (goesOn) return [`  ${id}: '${next}',`]
    return id.startsWith('list') ? [`  ${id}: '',`] : []
  })
}

function namesIn(operation: Operation): readonly string[] {
  return (
    `${parametersType(operation)} ${answerType(operation)}`.match(
      /\b(?!Uint8Array|Readonly|Record|Nothing)[A-Z]\w+/g,
    ) ?? []
  )
}
