import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { httpUrl } from './http-url.ts'
import { readInstanceConfig } from './instance.ts'

/** The address of `--url`, or else of the instance of this data folder. @throws Refusal for another form */
export async function serviceUrl(given: string | undefined): Promise<string> {
  const { config } = await readInstanceConfig()
  return withoutEndSlashes(httpUrl('--url', given ?? config.baseUrl))
}
