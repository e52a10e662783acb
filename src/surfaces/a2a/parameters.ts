import type { Static, TSchema } from 'typebox'
import { faultsOf } from '#contract/schema-faults.ts'
import { placeOf } from '../body.ts'
import type { RpcParameters } from './json-rpc.ts'
import { invalidParameters } from './rpc-error.ts'

/** The fields that a refusal names at most. */
const MOST_VIOLATIONS = 20

/** The parameters of a method. Fields that its schema does not name are ignored. @throws RpcError -32602 */
export function readParameters<T extends TSchema>(schema: T, parameters: RpcParameters): Static<T> {
  const violations = faultsOf({ schema, value: parameters })
    .take(MOST_VIOLATIONS)
    .map(({ fault, path, expected }) => ({
      field: placeOf(path),
      description: `${fault}: expected ${expected}`,
    }))
    .toArray()
  if (violations.length > 0) throw invalidParameters(violations)
  return parameters as Static<T>
}
