import { known } from '#contract/known.ts'
import type { HttpClient, HttpResult } from './http.ts'

/**
 * What a provider says of an endpoint that it will take away. Neither the query nor a header of the request is in it.
 */
export type Deprecation = {
  readonly provider: string
  readonly path: string
  /** Since when it is deprecated, as given. */
  readonly deprecation?: string
  /** When it ends, as given. */
  readonly sunset?: string
}
export type ReportDeprecation = (deprecation: Deprecation) => void

const TEXT_LENGTH = 100

/**
 * A client that reports the first of its answers that names the end of its endpoint. What a project's site says of its
 * own pages is left aside.
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
