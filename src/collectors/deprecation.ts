import { known } from '#contract/known.ts'
import type { HttpClient, HttpResult } from './http.ts'

/** A provider's notice that it will remove an endpoint. It includes neither the query nor a header of the request. */
export type Deprecation = {
  readonly provider: string
  readonly path: string
  /** The date of the deprecation, as the provider wrote it. */
  readonly deprecation?: string
  /** The date on which the endpoint ends, as the provider wrote it. */
  readonly sunset?: string
}
export type ReportDeprecation = (deprecation: Deprecation) => void

const TEXT_LENGTH = 100

/**
 * An HTTP client that reports the first answer with a deprecation notice. Notices of a project's site about its own
 * pages are ignored.
 * @source RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`)
 */
export function reportingDeprecation(
  http: HttpClient,
  { provider, report }: { readonly provider: string; readonly report: ReportDeprecation | undefined },
): HttpClient {
  if (report === undefined || provider === 'site') return http
  let isReported = false
  return {
    request: async (request) => {
      const result = await http.request(request)
      const said = isReported ? undefined : noticeIn(result)
      if (said === undefined) return result
      isReported = true
      report({ provider, path: new URL(request.url).pathname, ...said })
      return result
    },
  }
}

function noticeIn({ headers }: HttpResult): Pick<Deprecation, 'deprecation' | 'sunset'> | undefined {
  const deprecation = headers?.['deprecation']?.slice(0, TEXT_LENGTH)
  const sunset = headers?.['sunset']?.slice(0, TEXT_LENGTH)
  return deprecation === undefined && sunset === undefined ? undefined : known({ deprecation, sunset })
}
