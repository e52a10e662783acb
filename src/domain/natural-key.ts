import { v5 } from 'uuid'

const NAMESPACE = '7c1b6f0e-3d5a-5e0b-9c41-4663a1b2c3d4'

/** The uuid of a record's natural key. Equal kinds and keys give equal uuids, so a second reading adds no record. */
export function uuidOf(kind: string, key: string): string {
  return v5(JSON.stringify([kind, key]), NAMESPACE)
}
