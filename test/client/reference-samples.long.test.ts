import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { DOCUMENTS } from '#test/service/http-service.ts'
import { deliveryReference } from '#views/reference/delivery.ts'
import { operationReference } from '#views/reference/operation.ts'
import type { ReferencePage } from '#views/reference/parts.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const files = DOCUMENTS.reference

/** The request of an operation as its page writes it for the client. */
function sampleOf(operation: Operation): string {
  const site = { baseUrl: 'https://svc.example' }
  return sampleIn(operationReference(operation, { files, known: {}, site }))
}

function sampleIn(page: ReferencePage | undefined): string {
  const parts = page?.sections.flatMap((section) => section.parts)
  const sample = parts?.find((part) => part.kind === 'code' && part.label === 'TypeScript client')
  if (sample?.kind !== 'code') throw new Error(`${page?.heading} has no sample`)
  return sample.text
}

test('the sample of every operation, and of a signature, compiles with the client', async () => {
  await mkdir(join(ROOT, 'build'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, 'build/samples-'))
  try {
    for (const operation of Object.values<Operation>(OPERATIONS))
      await writeFile(join(folder, `${operation.operationId}.ts`), sampleOf(operation))
    await writeFile(join(folder, 'signature.ts'), sampleIn(deliveryReference('signature', files)))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
    const checked = run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--project', folder])
    const said = await checked.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
    expect(said).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
})

const CONFIG = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'esnext',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
    paths: {
      'evidence-research-client': ['../../clients/typescript/src/index.ts'],
      'evidence-research-client/webhooks': ['../../clients/typescript/src/webhooks.ts'],
    },
  },
  include: ['*.ts'],
}
