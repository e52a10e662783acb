import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '#contract/errors.ts'

export type Caller = { readonly kind: 'anonymous' }

/**
 * Who calls. @throws Failure invalid_key for any key: this deployment has issued none
 */
export function callerOf(headers: IncomingHttpHeaders): Caller {
  if (headers['x-api-key'] !== undefined)
    fail('invalid_key', {
      message: 'This API key is not valid. Remove the x-api-key header to call without a key.',
    })
  if (/^bearer\s/i.test(headers.authorization === undefined ? '' : headers.authorization)) fail('invalid_key')
  return { kind: 'anonymous' }
}
