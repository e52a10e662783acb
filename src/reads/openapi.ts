import type { Publishes } from '#contract/events.ts'
import { openApi } from '#contract/openapi/openapi.ts'
import { openApi30 } from '#contract/openapi/openapi-30.ts'
import type { Output } from '#contract/operations/index.ts'
import { getPublished } from '#records/market/integrity.ts'
import type { ReadDeps } from './deps.ts'

type Version = '3.0' | '3.1'
type Deps = Pick<ReadDeps, 'reader'> & { readonly descriptions: Descriptions }

/** The descriptions of the API, as JSON. */
export type Descriptions = (version: Version, publishes: Publishes) => string

/** Writes each description of a deployment once, when it is first asked for. */
export function openDescriptions(service: {
  readonly baseUrl: string
  readonly version: string
}): Descriptions {
  const written = new Map<string, string>()
  return (version, publishes) => {
    const key = `${version} ${publishes.marketIntegrity}`
    const text = written.get(key) ?? describe(version, { ...service, publishes })
    written.set(key, text)
    return text
  }
}

function describe(version: Version, service: Parameters<typeof openApi>[0]): string {
  const document = openApi(service)
  return JSON.stringify(version === '3.1' ? document : openApi30(document))
}

export async function readOpenApi(
  _input: object,
  { reader, descriptions }: Deps,
): Promise<Output<'openapi'>> {
  return descriptions('3.1', await getPublished(reader))
}

export async function readOpenApi30(
  _input: object,
  { reader, descriptions }: Deps,
): Promise<Output<'openapi30'>> {
  return descriptions('3.0', await getPublished(reader))
}
