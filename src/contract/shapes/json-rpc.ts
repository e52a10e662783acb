import { Type } from 'typebox'

/** The version of the protocol in every message. */
export const JsonRpcVersion = Type.Literal('2.0')

/** The id of a request, which its answer repeats. */
export const JsonRpcId = Type.Union([Type.String(), Type.Integer(), Type.Null()])
