import { readPresentStatus } from '#reads/status.ts'
import { onSnapshot } from '#records/database.ts'
import type { PresentStatus } from '#views/status/service-status.ts'
import { VERSION } from '../process/version.ts'
import type { Service } from '../service.ts'

/** The status of the service, as `/api/status` answers it, without past outages. A command reads from no standby. */
export function readServiceStatus({ database, clock, sandboxControlUrl }: Service): Promise<PresentStatus> {
  const service = { version: VERSION, sandbox: sandboxControlUrl !== undefined, standbys: () => null }
  return onSnapshot(database, (reader) => readPresentStatus({ reader, now: clock.now(), service }))
}
