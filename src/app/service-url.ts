import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { readConfig } from './config.ts'
import { httpUrl } from './http-url.ts'
import { findInstance } from './instance.ts'

/** The address of `--url`, or else of the instance of this data folder. @throws Refusal for another form */
export async function serviceUrl(given: string | undefined): Promise<string> {
  const own = readConfig()
  const instance = await findInstance(own.dataDir)
  const { baseUrl } = instance === undefined ? own : readConfig(instance.settings)
  return withoutEndSlashes(httpUrl('--url', given ?? baseUrl))
}
