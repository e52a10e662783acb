import { type TObject, Type } from 'typebox'
import type { Operation } from '#contract/operation.ts'
import type { ExportFormat } from '#contract/operations/exports.ts'
import type { Headers } from './content.ts'
import { linesOf } from './lines.ts'
import { type LeftOut, openLineCheck } from './list-check.ts'

/** An operation whose answer is a file of lines. */
export type Export = Operation & { readonly lines: TObject }

export function isExport(operation: Operation): operation is Export {
  return Type.IsObject(operation.lines)
}

/** The form of the lines that a request asks for. */
export function formatIn(input: Readonly<Record<string, unknown>>): ExportFormat {
  return input['format'] as ExportFormat
}

/** The name under which a browser saves the file. */
export function fileHeader({ path }: Export, format: ExportFormat): Headers {
  return { 'content-disposition': `attachment; filename="${path.split('/').at(-1)}.${format}"` }
}

/** The whole file of an export of bounded size. An item that does not match its schema is left out. */
export function fileOf(
  operation: Export,
  of: {
    readonly items: unknown[]
    readonly format: ExportFormat
    readonly leftOut: (event: LeftOut) => void
  },
): string {
  const { begin, write } = linesOf(of.format, operation.lines)
  const check = openLineCheck(operation, of.leftOut)
  return `${begin}${write(check(of))}`
}
