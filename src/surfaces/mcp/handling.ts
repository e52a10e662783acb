import { ProtocolError, ProtocolErrorCode, type Result } from '@modelcontextprotocol/server'
import { failureOf } from '../http/errors.ts'
import type { ProtocolCall } from '../protocol.ts'

/** Answers a whole list at once. @throws ProtocolError for any cursor, because the list has one page */
export function wholeList<R extends Result>(list: R) {
  return ({ params }: { readonly params?: { readonly cursor?: string | undefined } | undefined }): R => {
    if (params?.cursor === undefined) return list
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor: the list has one page')
  }
}

/** Answers a thrown error in fixed words. The words of the error itself may hold SQL, a host or a stack. */
export function withFixedFaults({ requestId, failed }: Pick<ProtocolCall, 'requestId' | 'failed'>) {
  return async <R>(handle: () => Promise<R>): Promise<R> => {
    try {
      return await handle()
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown
      const failure = failureOf(thrown)
      if (failure !== thrown) failed(thrown)
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${failure.message} Request id: ${requestId}.`)
    }
  }
}
