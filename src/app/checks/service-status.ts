import type { ServiceStatus } from '#contract/shapes/status.ts'
import { readStatus } from '#reads/status.ts'
import { onSnapshot } from '#records/database.ts'
import { VERSION } from '../process/version.ts'
import type { Service } from '../service.ts'

/** The status of the service, as `/api/status` answers it. A command reads from no standby. */
export function readServiceStatus({ database, clock, sandboxControlUrl }: Service): Promise<ServiceStatus> {
  const service = { version: VERSION, sandbox: sandboxControlUrl !== undefined, standbys: () => null }
  return onSnapshot(database, (reader) => readStatus({}, { reader, now: clock.now(), service }))
}
