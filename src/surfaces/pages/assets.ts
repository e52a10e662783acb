import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { definePublicRead, type Operation } from '#contract/operation.ts'

type Asset = { readonly operation: Operation; readonly handler: () => Promise<string> }

/**
 * A file that every page loads. Its address has a digest of its content. Its parts are read once, when the process
 * starts.
 */
function assetOf(
  file: string,
  media: 'text/css' | 'text/javascript' | 'image/svg+xml',
  parts: readonly string[] = [file],
): Asset {
  const text = parts
    .map((part) => readFileSync(new URL(`./assets/${part}`, import.meta.url), 'utf8'))
    .join('')
  const [name, ending] = file.split('.')
  const read = definePublicRead({
    name: `asset:${file}`,
    operationId: `getAsset_${file}`,
    path: `/assets/${name}.${hash('sha256', text, 'hex').slice(0, 12)}.${ending}`,
    input: { path: {}, query: {} },
    output: Type.String(),
    media,
    immutable: true,
    tag: 'Pages and images',
    summary: `Get ${file}`,
    description: `The file ${file} of every page.`,
    examples: [],
  })
  return { operation: { ...read, counted: false }, handler: async () => text }
}

const SHEETS = [
  'layout.css',
  'parts.css',
  'charts.css',
  'lists.css',
  'records.css',
  'prose.css',
  'reference.css',
  'account.css',
]
export const STYLE = assetOf('page.css', 'text/css', SHEETS)
export const SCRIPT = assetOf('page.js', 'text/javascript', ['page.js', 'passkeys.js'])
export const ICON = assetOf('icon.svg', 'image/svg+xml')
